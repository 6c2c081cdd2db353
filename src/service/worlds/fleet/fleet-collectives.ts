import { randomFor, uuidFor } from '../../random.ts';
import { personIn } from '../person.ts';
import type { World } from '../world-schema.ts';
import type { SiteKind } from './fleet-devices.ts';

/** People who are members of several Collectives each. */
const PEOPLE: readonly [string, ...string[]] = [
  'Marieke de Wit',
  'Sander Kuipers',
  'Yusuf Demir',
  'Inês Carvalho',
  'Lotte Peeters',
  'Jean-Luc Dupont',
  'Anke Vermeulen',
  'Katrin Vogel',
  'Jonas Lindqvist',
  'Mette Holm',
  'Florian Huber',
  'Amélie Laurent',
];
const MEMBERS = 3;
/** One in this many Entities of a site joined with its last member. */
const BROUGHT_IN_ONE_OF = 50;

const TYPES: Readonly<Record<SiteKind | 'mixed', string>> = {
  depot: 'Fleet',
  homes: 'VirtualPowerPlant',
  park: 'SolarFarm',
  mixed: 'VirtualPowerPlant',
};

/** The name of a site. */
export function siteName(kind: SiteKind, town: string): string {
  if (kind === 'depot') return `Depot ${town}`;
  return kind === 'homes' ? `${town} homes` : `${town} solar park`;
}

/**
 * A Collective of a large world.
 * @param key what its ids derive from
 * @param name of the Collective, unique in its world
 */
export function collectiveOf(
  key: readonly (string | number)[],
  organisation: string,
  { name, kind }: { name: string; kind: SiteKind | 'mixed' },
  entities: string[],
): World['collectives'][number] {
  const random = randomFor(...key, 'members', name);
  const first = random.whole(0, PEOPLE.length - 1);
  const isSite = kind !== 'mixed';
  return {
    id: uuidFor(...key, 'collective', name),
    name,
    type: TYPES[kind],
    owner: organisation,
    organisationId: organisation,
    sharedWith: [],
    properties: null,
    entities,
    members: Array.from({ length: MEMBERS }, (_, at) => {
      const person = PEOPLE[(first + at) % PEOPLE.length] ?? PEOPLE[0];
      const brought = Math.floor(entities.length / BROUGHT_IN_ONE_OF);
      return {
        ...personIn(key, person),
        entities: isSite && at === MEMBERS - 1 && brought > 0 ? entities.slice(-brought) : [],
      };
    }),
  };
}
