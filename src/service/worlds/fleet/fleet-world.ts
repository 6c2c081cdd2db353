import { isoInstant } from '../../../domain/instant.ts';
import { computedUpTo, lastSessionsBefore } from '../../devices/charging.ts';
import { randomFor, uuidFor } from '../../random.ts';
import { CHARGING_ROUNDS, FEED_IN_ROUNDS, commandHistory } from '../demo/history.ts';
import { rounded } from '../demo/places.ts';
import type { World } from '../world-schema.ts';
import type { WorldSlice } from '../world-slice.ts';
import { type SiteKind, capturesSessions, fleetDevice, siteKind } from './fleet-devices.ts';
import { collectiveOf, siteName } from './fleet-collectives.ts';
import { REGIONS } from './towns.ts';

type Entity = World['entities'][number];
type Location = World['locations'][number];

/** Sites of every large world; each has a hundredth of the devices. */
const SITES = 100;
/** Charge sessions of the world for each of its Entities, on average. */
const SESSIONS_PER_ENTITY = 10;
/** Devices made and yielded together. */
const SLICE_ENTITIES = 500;
/** The day before today, with a stop and a start, or a limit and its end. */
const DAYS_OF_COMMANDS = 1;

interface Site {
  number: number;
  kind: SiteKind;
  town: string;
  latitude: number;
  longitude: number;
}

/**
 * A world of a given size: one aggregator with a hundred sites in ten regions. Each site, each region
 * and the whole are Collectives, of a hundredth, a tenth and all of the Entities.
 * @param size number of Entities, a multiple of 100; there are ten times as many charge sessions
 * @param seed the same seed, size and day give the same world
 * @param nowMs decides which day today is (UTC) and which days are computed, in milliseconds since the epoch
 * @returns the world in slices, to be taken in their order
 */
export function* fleetWorld(size: number, seed: number, nowMs: number): Generator<WorldSlice> {
  const today = isoInstant(nowMs).slice(0, 10);
  const computed = computedUpTo(nowMs);
  const perSite = size / SITES;
  const key = [seed, 'fleet', size] as const;
  const organisation = uuidFor(...key, 'organisation');
  const entityId = (site: number, index: number) => uuidFor(...key, 'entity', site, index);
  const sites = Array.from({ length: SITES }, (_, number) => siteAt(number));
  const share = sessionShares(size);

  yield { lives: true, organisations: [{ id: organisation, name: 'Noordlicht Flexibility' }] };
  for (const site of sites) {
    for (let from = 0; from < perSite; from += SLICE_ENTITIES) {
      const slice = { entities: new Array<Entity>(), locations: new Array<Location>() };
      const chargeSessions: World['chargeSessions'] = [];
      for (let index = from; index < Math.min(perSite, from + SLICE_ENTITIES); index += 1) {
        const random = randomFor(...key, 'device', site.number, index);
        const device = fleetDevice(site, index, random);
        const entity = {
          id: entityId(site.number, index),
          organisationId: organisation,
          sharedWith: [],
          offboarded: false,
          ...device,
        };
        const location = {
          id: uuidFor(...key, 'location', site.number, index),
          entityId: entity.id,
          label: siteName(site.kind, site.town),
          latitude: rounded(site.latitude + random.between(-1, 1) * SPREAD[site.kind]),
          longitude: rounded(site.longitude + random.between(-1, 1) * SPREAD[site.kind]),
        };
        slice.entities.push(entity);
        slice.locations.push(location);
        if (capturesSessions(site.number, index)) {
          const charging = { ...entity, locations: [location] };
          chargeSessions.push(...lastSessionsBefore(seed, charging, computed, share()));
        }
      }
      yield {
        ...slice,
        chargeSessions,
        commands: commandsOf(seed, today, site.kind, slice.entities),
      };
    }
  }
  yield {
    collectives: groups(sites).map(({ name, kind, members }) =>
      collectiveOf(
        key,
        organisation,
        { name, kind },
        members.flatMap(({ number }) =>
          Array.from({ length: perSite }, (_, index) => entityId(number, index)),
        ),
      ),
    ),
  };
}

/** Distance of devices from the middle of the town, in degrees. */
const SPREAD: Readonly<Record<SiteKind, number>> = { depot: 0.004, homes: 0.04, park: 0.01 };

function siteAt(number: number): Site {
  const region = REGIONS[Math.floor(number / 10)];
  const place = region?.towns[number % 10];
  return {
    number,
    kind: siteKind(number),
    town: place?.name ?? `Site ${number + 1}`,
    latitude: place?.latitude ?? 50,
    longitude: place?.longitude ?? 5,
  };
}

/** The whole, the regions and the sites. */
function groups(sites: readonly Site[]) {
  return [
    { name: 'Noordlicht portfolio', kind: 'mixed' as const, members: sites },
    ...REGIONS.map((region, at) => ({
      name: region.name,
      kind: 'mixed' as const,
      members: sites.slice(at * 10, at * 10 + 10),
    })),
    ...sites.map((site) => ({
      name: siteName(site.kind, site.town),
      kind: site.kind,
      members: [site],
    })),
  ];
}

/** Distributes sessions over the capturing devices, so that the world has exactly the wanted number. */
function sessionShares(size: number): () => number {
  let capturing = 0;
  for (let site = 0; site < SITES; site += 1) {
    for (let index = 0; index < size / SITES; index += 1) {
      if (capturesSessions(site, index)) capturing += 1;
    }
  }
  const total = size * SESSIONS_PER_ENTITY;
  let served = 0;
  return () => {
    const before = Math.floor((total * served) / capturing);
    served += 1;
    return Math.floor((total * served) / capturing) - before;
  };
}

function commandsOf(
  seed: number,
  today: string,
  kind: SiteKind,
  entities: readonly Entity[],
): World['commands'] {
  if (kind === 'homes') return [];
  const rounds = kind === 'park' ? FEED_IN_ROUNDS : CHARGING_ROUNDS;
  const recent = rounds.filter(({ daysAgo }) => daysAgo <= DAYS_OF_COMMANDS);
  const taking = entities.filter(({ type }) => type !== 'Meter');
  return commandHistory(seed, today, [{ entities: taking, rounds: recent }]);
}
