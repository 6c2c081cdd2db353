import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../contract/console/directory.ts';
import type { EntityFacets, Facet } from '../../contract/console/directory-list.ts';
import { NO_VALUE } from '../../contract/console/choices.ts';
import { uuid } from './samples.ts';

export const AS_OF = '2026-03-02T14:02:31Z';

/** The fields of a record from an import. */
const RECORD = {
  place: null,
  note: null,
  tags: [],
  source: 'import',
  archived: false,
  unreachable: null,
  knownAt: AS_OF,
};

/** The Collective of most samples. */
export const VANS: DirectoryCollectiveRecord = {
  ...RECORD,
  id: uuid(900),
  name: 'Rotterdam Delivery Vans',
  type: 'Fleet',
  owner: uuid(950),
  entityCount: 48,
  place: 'Rotterdam',
  tags: ['leased', 'night'],
};

/** The Collectives of the demo world, and one that the Service refused. */
export const COLLECTIVES: readonly DirectoryCollectiveRecord[] = [
  VANS,
  {
    ...RECORD,
    id: uuid(901),
    name: 'Alentejo Solar Farm',
    type: 'SolarFarm',
    owner: null,
    entityCount: 24,
    place: 'Évora',
  },
  {
    ...RECORD,
    id: uuid(902),
    name: 'Dordrecht charging hub and overnight parking for visiting delivery vans',
    type: null,
    owner: null,
    entityCount: 0,
    source: 'typed',
    note: 'Opens in May',
    unreachable: { status: 404, at: AS_OF, offboardedAt: null },
  },
];

/** "Van 01" and so on, of the Rotterdam Delivery Vans. */
export function van(
  number: number,
  change: Partial<DirectoryEntityRecord> = {},
): DirectoryEntityRecord {
  return {
    ...RECORD,
    id: uuid(number),
    name: `Van ${String(number).padStart(2, '0')}`,
    type: 'EV',
    brand: number % 2 === 0 ? 'Ford' : 'Renault',
    collectives: [{ id: VANS.id, name: VANS.name }],
    place: 'Rotterdam',
    ...change,
  };
}

/** Entities of several types, one with hardly any facts and one that the Service refused. */
export const ENTITIES: readonly DirectoryEntityRecord[] = [
  van(1, { tags: ['leased'] }),
  van(2),
  van(23, { note: 'Dented door' }),
  {
    ...RECORD,
    id: uuid(301),
    name: 'Antwerpen old heat pump',
    type: 'HeatPump',
    brand: 'Daikin',
    collectives: [],
    place: 'Antwerpen',
    unreachable: { status: 404, at: AS_OF, offboardedAt: null },
  },
  {
    ...RECORD,
    id: uuid(302),
    name: null,
    type: null,
    brand: null,
    collectives: COLLECTIVES.map(({ id, name }) => ({ id, name })),
    source: 'batch',
  },
];

function facet(...counts: readonly (readonly [string, number])[]): Facet {
  const values = counts.map(([value, count]) => ({ value, label: value, count }));
  return { values, distinct: values.length };
}

/** How many Entities have each value. */
export const FACETS: EntityFacets = {
  total: 123,
  type: facet(['EV', 48], ['Inverter', 36], ['Battery', 24], ['HeatPump', 15]),
  brand: facet(['Ford', 24], ['Renault', 24], ['SMA', 36], ['Daikin', 15]),
  outcome: facet(['verified', 96], ['failed', 4], [NO_VALUE, 23]),
  capacity: facet(['known', 70], ['never', 40], [NO_VALUE, 13]),
  reads: facet(['fine', 121], ['failing', 2]),
  silent: 3,
  planned: 48,
  source: ['batch', 'import'],
  tag: ['leased', 'night'],
  empty: [],
};
