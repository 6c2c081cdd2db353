import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { DAY_MS, instantMs } from '../../../domain/instant.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { dateIn, startOfDateMs } from '../../../domain/time.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { readTotals } from '../../reports/results/read-groups.ts';
import { readRun } from '../../reports/results/read-run.ts';
import { aDefinition, storeRun } from '../../reports/testing/stored-run.ts';
import { createReportRunner } from '../../reports/runs/run-runner.ts';
import { readCollectiveSessions } from '../entity/read-collective-sessions.ts';
import { readFleetCollective } from '../entity/read-fleet-collective.ts';
import { readFleetEntity } from '../entity/read-fleet-entity.ts';
import { collectiveFactsAt } from '../testing/collective-facts.ts';
import { chargeSession, storeFleetReads, storeFleetSessions } from '../testing/fleet-rows.ts';
import { renewAll } from '../testing/renew-all.ts';
import { createEnergyCache } from './energy-cache.ts';
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

async function charged(): Promise<Kysely<Store>> {
  const db = await memoryStore();
  const document = DirectoryImport.parse({
    collectives: [{ id: DEPOT, name: 'Depot', entities: VANS.map((van) => van.id) }],
    entities: VANS,
  });
  await importDirectory(db, document, 'import', 1000);
  for (const van of VANS) {
    await storeFleetReads(db, van.id, NOW, 0);
    const sessions = TOLD.map(([startMs, energy]) =>
      chargeSession({ startMs, energy, hours: 0.1 }),
    );
    await storeFleetSessions(db, van.id, sessions, NOW);
  }
  await renewAll(db, NOW);
  return db;
}

/** The energy of the last 30 days in a report. */
async function reported(db: Kysely<Store>): Promise<string[]> {
  const clock = manualClock(NOW);
  const period = { kind: 'preset', preset: 'last-30-days' } as const;
  const definition = aDefinition({ zone: ZONE, period });
  const entities = VANS.map((van) => ({ ...van, collectives: [DEPOT] }));
  const run = await storeRun(db, { entities, definition }, NOW);
  const runner = createReportRunner({
    db,
    clock,
    fleet: { wake: () => {} },
    policy: FLEET_POLICY,
    capacityUnit: 'kWh',
    onChange: () => {},
    onError: (error) => {
      throw error;
    },
  });
  runner.wake();
  await expect
    .poll(async () => {
      clock.advance(clock.next() ?? 0);
      return (await readRun(db, run, NOW)).progress.entities.done;
    })
    .toBe(VANS.length);
  await runner.stop();
  return (await readTotals(db, run.run_no)).map(({ energy, unit }) => `${energy} ${unit ?? ''}`);
}

test('every page shows the same energy for 30 days of a Collective', async () => {
  const db = await charged();
  const parts = {
    db,
    clock: manualClock(NOW),
    policy: FLEET_POLICY,
    changes: () => 0,
    giveWay: () => Promise.resolve(),
  };
  const energy = createEnergyCache(parts);
  const overview = await readFleetCollective(
    { db, policy: FLEET_POLICY, energy },
    DEPOT,
    ZONE,
    NOW,
  );
  const { collectives } = await collectiveFactsAt(db, NOW, ZONE);
  const { start, end } = presetRange('30d', ZONE, NOW);
  const sessions = await readCollectiveSessions(
    db,
    FLEET_POLICY,
    DEPOT,
    { start, end: end ?? undefined, zone: ZONE },
    NOW,
  );
  expect({
    overview: overview.energy?.month,
    drawn: overview.energy?.days?.reduce((sum, day) => sum + day, 0),
    list: collectives[0]?.energy?.value,
    sessions: sessions.units.map((each) => each.energy),
    report: await reported(db),
  }).toEqual({ overview: 14, drawn: 14, list: 14, sessions: [14], report: ['14 kWh'] });
  expect(overview.energy?.from).toBe('2026-10-12');
  await energy.stop();
  await db.destroy();
});

/** The first provisional day on every page, all Entities read at `now`; the Service computes at 05:30 in UTC. */
async function provisional(zone: string, now: number) {
  const db = await memoryStore();
  const entities = VANS.map((van) => ({ ...van, collectives: [DEPOT] }));
  const document = DirectoryImport.parse({
    collectives: [{ id: DEPOT, name: 'Depot', entities: VANS.map((van) => van.id) }],
    entities: VANS,
  });
  await importDirectory(db, document, 'import', 1000);
  const endMs = startOfDateMs('UTC', dateIn('UTC', now)) - 2 * DAY_MS + 4.5 * 3_600_000;
  for (const van of VANS) {
    await storeFleetReads(db, van.id, now, 0);
    const session = chargeSession({ startMs: endMs - 3_600_000, energy: 1 });
    await storeFleetSessions(db, van.id, [session], now);
  }
  await renewAll(db, now);
  const parts = {
    db,
    clock: manualClock(now),
    policy: FLEET_POLICY,
    changes: () => 0,
    giveWay: () => Promise.resolve(),
  };
  const energy = createEnergyCache(parts);
  const collective = { db, policy: FLEET_POLICY, energy };
  const fleet = (await energy.sums(zone)).value;
  const { collectives } = await collectiveFactsAt(db, now, zone);
  const { start, end } = presetRange('30d', zone, now);
  const query = { start, end: end ?? undefined, zone };
  const { sessionsComputedAt } = await readFleetEntity(db, FLEET_POLICY, id(1), now);
  const definition = aDefinition({ zone, period: { kind: 'preset', preset: 'last-30-days' } });
  const run = await readRun(db, await storeRun(db, { entities, definition }, now), now);
  const days = {
    overview: fleet && fleetEnergy(fleet, new Map()).provisionalFrom,
    list: collectives[0]?.energy?.provisionalFrom,
    collective: (await readFleetCollective(collective, DEPOT, zone, now)).energy?.provisionalFrom,
    sessions: (await readCollectiveSessions(db, FLEET_POLICY, DEPOT, query, now)).provisionalFrom,
    entity: dateIn(zone, provisionalFromMs(zone, now, instantMs(sessionsComputedAt))),
    report: dateIn(zone, instantMs(run.provisionalFrom) ?? 0),
  };
  await energy.stop();
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
  expect(days).toEqual({ ...agreed, entity: from, report: from });
});
