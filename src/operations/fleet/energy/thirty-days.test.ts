import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { Figures } from '../../../contract/console/report-figures.ts';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { Location } from '../../../contract/location.ts';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { DAY_MS, instantMs } from '../../../domain/instant.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { createReportEngine } from '../../reports/report-engine.ts';
import { createReportTasks } from '../../reports/report-tasks.ts';
import { readCollectiveSessions } from '../entity/read-collective-sessions.ts';
import { readFleetCollective } from '../entity/read-fleet-collective.ts';
import { readFleetEntity } from '../entity/read-fleet-entity.ts';
import { writePlaces } from '../places/place-store.ts';
import { collectiveFactsAt } from '../testing/collective-facts.ts';
import { chargeSession, storeFleetReads, storeFleetSessions } from '../testing/fleet-rows.ts';
import { renewAll } from '../testing/renew-all.ts';
import { sumEnergy } from './energy-sums.ts';
import { fleetEnergy } from './energy-view.ts';

/** 00:30 in Zurich, when it is still the day before in UTC; the clocks were set back in between. */
const NOW = Date.parse('2026-11-09T23:30:00Z');
const ZONE = 'Europe/Zurich';
const FIRST = startOfDateMs(ZONE, '2026-10-12');
const MINUTE = 60_000;
const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const DEPOT = id(900);
const VANS = [id(1), id(2)].map((van, at) => ({ id: van, name: `Van ${at + 1}`, type: 'EV' }));

/** Starts and energies: today, the first day, in between, and a minute before the first day. */
const TOLD = [
  [NOW - 5 * MINUTE, 1],
  [FIRST, 2],
  [FIRST + 15 * 86_400_000, 4],
  [FIRST - MINUTE, 100],
] as const;

const COORDINATES = new Map([
  [ZONE, [47.37, 8.54]],
  ['Pacific/Auckland', [-36.85, 174.76]],
  ['America/Los_Angeles', [34.05, -118.24]],
]);

async function placeIn(db: Kysely<Store>, entityId: string, zone: string): Promise<void> {
  const [latitude, longitude] = COORDINATES.get(zone) ?? [];
  const place = Location.parse({ id: entityId, label: null, latitude, longitude });
  await writePlaces(db, entityId, [place], true, NOW);
}

/** A store in which both vans are in a zone, were read at `now`, and have these sessions. */
async function charged(zone: string, now: number, told: () => ChargeSession[]) {
  const db = await memoryStore();
  const document = DirectoryImport.parse({
    collectives: [{ id: DEPOT, name: 'Depot', entities: VANS.map((van) => van.id) }],
    entities: VANS,
  });
  await importDirectory(db, document, 'import', 1000);
  for (const van of VANS) {
    await placeIn(db, van.id, zone);
    await storeFleetReads(db, van.id, now, 0);
    await storeFleetSessions(db, van.id, told(), now);
  }
  await renewAll(db, now);
  return db;
}

/** The figures of the last 30 days. */
async function reported(db: Kysely<Store>, zone: string, now: number) {
  const tasks = createReportTasks(db, createReportEngine({ db, capacityUnit: 'kWh' }));
  const search = { collectives: DEPOT, period: 'last-30-days', zone } as const;
  const task = { kind: 'figures', search, now, ask: { limit: 1, offset: 0 } } as const;
  const watch = { signal: new AbortController().signal, progress: () => {} };
  return Figures.parse(await tasks.answer(task, watch));
}

test('every page shows the same energy for 30 days of a Collective', async () => {
  const db = await charged(ZONE, NOW, () =>
    TOLD.map(([startMs, energy]) => chargeSession({ startMs, energy, hours: 0.1 })),
  );
  const overview = await readFleetCollective({ db, policy: FLEET_POLICY }, DEPOT, ZONE, NOW);
  const entity = await readFleetEntity(db, FLEET_POLICY, id(1), NOW);
  const { collectives } = await collectiveFactsAt(db, NOW, ZONE);
  const { start, end } = presetRange('30d', ZONE, NOW);
  const period = { start, end: end ?? undefined, zone: ZONE };
  const sessions = await readCollectiveSessions(db, FLEET_POLICY, DEPOT, period, NOW);
  const report = await reported(db, ZONE, NOW);
  expect({
    overview: overview.energy.month,
    drawn: overview.energy.days?.reduce((sum, day) => sum + day, 0),
    list: collectives[0]?.energy?.value,
    sessions: sessions.units.map((each) => each.energy),
    report: report.totals.map(({ energy, unit }) => `${energy} ${unit ?? ''}`),
  }).toEqual({ overview: 14, drawn: 14, list: 14, sessions: [14], report: ['14 kWh'] });
  expect(overview.energy.from).toBe('2026-10-12');
  expect(entity.energy).toMatchObject({ value: 7, until: '2026-11-10' });
  await db.destroy();
});

/** The first provisional day on every page, all Entities read at `now`; the Service computes at 05:30 in UTC. */
async function provisional(zone: string, now: number) {
  const endMs = startOfDateMs('UTC', dateIn('UTC', now)) - 2 * DAY_MS + 4.5 * 3_600_000;
  const db = await charged(zone, now, () => [
    chargeSession({ startMs: endMs - 3_600_000, energy: 1 }),
  ]);
  const collective = { db, policy: FLEET_POLICY };
  const { collectives } = await collectiveFactsAt(db, now, zone);
  const { start, end } = presetRange('30d', zone, now);
  const query = { start, end: end ?? undefined, zone };
  const entity = await readFleetEntity(db, FLEET_POLICY, id(1), now);
  const { basis } = await reported(db, zone, now);
  const days = {
    overview: fleetEnergy(await sumEnergy(db, FLEET_POLICY, null, zone, now), new Map())
      .provisionalFrom,
    list: collectives[0]?.energy?.provisionalFrom,
    collective: (await readFleetCollective(collective, DEPOT, zone, now)).energy.provisionalFrom,
    sessions: (await readCollectiveSessions(db, FLEET_POLICY, DEPOT, query, now)).provisionalFrom,
    entity: entity.energy?.provisionalFrom,
    entitySessions: dateIn(
      zone,
      provisionalFromMs(zone, now, instantMs(entity.sessionsComputedAt)),
    ),
    report: dateIn(zone, instantMs(basis.provisionalFrom) ?? 0),
  };
  await db.destroy();
  return days;
}

test.each([
  // Before and after a local midnight, which is not that of the Service.
  ['Pacific/Auckland', '2026-03-10T10:30:00Z', '2026-03-09'],
  ['Pacific/Auckland', '2026-03-10T11:30:00Z', '2026-03-09'],
  ['America/Los_Angeles', '2026-03-10T06:30:00Z', '2026-03-08'],
  ['America/Los_Angeles', '2026-03-10T07:30:00Z', '2026-03-08'],
  // Before the Service's computation, and after it.
  ['Pacific/Auckland', '2026-03-10T04:00:00Z', '2026-03-08'],
  ['Pacific/Auckland', '2026-03-10T07:00:00Z', '2026-03-09'],
  ['America/Los_Angeles', '2026-03-10T05:30:00Z', '2026-03-07'],
  // At the end of a day of 25 and of 23 hours, and after it.
  ['Pacific/Auckland', '2026-04-05T11:30:00Z', '2026-04-04'],
  ['Pacific/Auckland', '2026-04-05T12:30:00Z', '2026-04-04'],
  ['America/Los_Angeles', '2026-03-09T06:30:00Z', '2026-03-07'],
  ['America/Los_Angeles', '2026-03-09T07:30:00Z', '2026-03-07'],
])('every page in %s at %s has the same provisional days', async (zone, now, from) => {
  const days = await provisional(zone, Date.parse(now));
  const agreed = { overview: from, list: from, collective: from, sessions: from };
  expect(days).toEqual({ ...agreed, entity: from, entitySessions: from, report: from });
});
