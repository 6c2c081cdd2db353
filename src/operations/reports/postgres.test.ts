import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ChargeSession } from '../../contract/charge-session.ts';
import { GROUPINGS } from '../../contract/console/choices.ts';
import { BOUNDARIES } from '../../contract/console/report-definition.ts';
import type { ReportRun } from '../../contract/console/report-run.ts';
import { FLEET_POLICY } from '../../domain/fleet-policy.ts';
import { isoInstant } from '../../domain/instant.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { fakeFleet } from '../fleet/testing/fake-fleet.ts';
import { storeFleetReads, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { readFindingCounts } from './results/read-findings.ts';
import { readGroups, readTotals } from './results/read-groups.ts';
import { readRun } from './results/read-run.ts';
import { readSeries } from './results/read-series.ts';
import { readSessions } from './results/read-sessions.ts';
import { createReportRunner } from './runs/run-runner.ts';
import { findRun } from './runs/runs.ts';
import { postgresStore } from '../../store/testing/postgres-store.ts';
import { aDefinition, readInPages, startOver, storeRun } from './testing/stored-run.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const NOW = Date.parse('2026-05-20T12:00:00Z');
const uuid = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ENTITIES = [[], ['a'], ['b', 'a']].map((collectives, at) => ({
  id: uuid(1, at),
  name: at === 2 ? null : `Van ${at}`,
  type: 'EV',
  collectives,
}));
const SITES = [[46.5, 6.6], [40.7, -74], null] as const;
const UNITS = ['kWh', 'kWh', 'Wh', null] as const;

/** Sessions across two changes of the clock, some of them anomalous. */
function sessionsOf(van: number): ChargeSession[] {
  return Array.from({ length: 90 }, (_, at) => {
    const start = Date.UTC(2026, 1, 27, 5 * van) + at * 17 * 3_600_000;
    const site = SITES[at % 3];
    const energy = at % 23 === 0 ? null : 7 + at / 999_983;
    return ChargeSession.parse({
      id: uuid(4 + van, at),
      data: {
        start: at % 31 === 30 ? null : isoInstant(start),
        end: isoInstant(start + (at % 17 === 16 ? -1 : 1 + (at % 9)) * 3_234_567),
        charge: {
          averagePower: { unit: 'kW', value: at },
          start: { unit: '%', value: 20 },
          end: { unit: '%', value: 20 + (at % 60) },
          total: { total: energy, t1: energy === null ? null : energy / 3, unit: UNITS[at % 4] },
        },
        location: { address: `Gate ${at % 3}`, latitude: site?.[0], longitude: site?.[1] },
      },
      locationMatches:
        at % 4 === 0
          ? []
          : [{ accuracy: at % 5, location: { id: uuid(3, at % 2), label: 'Yard' } }],
    });
  });
}

/** All answers about a run in which one Entity is read once more. */
async function answersOf(db: Kysely<Store>, boundary: (typeof BOUNDARIES)[number]) {
  const definition = aDefinition({ boundary, zone: 'Europe/Zurich', siteTime: true });
  const run = await storeRun(db, { entities: ENTITIES, definition }, NOW);
  for (const [van, { id }] of ENTITIES.entries()) {
    await readInPages(db, run, id, sessionsOf(van), 40);
  }
  const { run_no } = run;
  await startOver(db, { run_no, entity_no: 1 });
  const answers: [string, unknown][] = [];
  for (const by of GROUPINGS) {
    answers.push([`groups by ${by}`, await readGroups(db, run_no, { by })]);
  }
  for (const by of ['entity', 'collective', 'location', 'address'] as const) {
    for (const grain of ['hour', 'week'] as const) {
      answers.push([`per ${grain} by ${by}`, await readSeries(db, run_no, { grain, by }, 2)]);
    }
  }
  for (const filter of [{}, { from: '2026-03-29', to: '2026-03-30' }, { hour: 2, weekday: 7 }]) {
    const { sessions } = await readSessions(db, run_no, filter, null, 200);
    answers.push([`sessions ${JSON.stringify(filter)}`, sessions]);
  }
  answers.push(['findings', await readFindingCounts(db, run_no)]);
  return answers;
}

describe('reports on PostgreSQL', () => {
  let postgres: Kysely<Store>;
  let sqlite: Kysely<Store>;
  beforeAll(async () => {
    [postgres, sqlite] = await Promise.all([postgresStore(), memoryStore()]);
  });
  afterAll(async () => {
    await Promise.all([postgres.destroy(), sqlite.destroy()]);
  });

  test('takes over and requests the same as in SQLite', async () => {
    const taken = async (db: Kysely<Store>) => {
      const [whole, short, never] = ENTITIES.map(({ id }) => id);
      await storeFleetSessions(db, whole ?? '', sessionsOf(0), NOW);
      await storeFleetReads(db, whole ?? '', NOW, 0);
      await storeFleetSessions(db, short ?? '', sessionsOf(1), NOW);
      await storeFleetReads(db, short ?? '', NOW, NOW - 35 * 86_400_000);
      const definition = aDefinition({ zone: 'Europe/Zurich' });
      const run = await storeRun(db, { entities: ENTITIES, definition }, NOW);
      const clock = manualClock(NOW);
      const fleet = fakeFleet(db, clock, new Map([[never ?? '', 'No disk.']]));
      const runner = createReportRunner({
        db,
        clock,
        fleet,
        policy: FLEET_POLICY,
        capacityUnit: 'kWh',
        onChange: () => {},
        onError: (error) => expect.fail(String(error)),
      });
      const untilState = async (done: (shown: ReportRun) => boolean) => {
        await expect
          .poll(
            async () => {
              clock.advance(1);
              return done(await readRun(db, await findRun(db, run.id), NOW));
            },
            { interval: 1, timeout: 30_000 },
          )
          .toBe(true);
      };
      runner.wake();
      await untilState(({ progress }) => progress.entities.done === 1 && progress.asked === 3);
      clock.advance(1000);
      await fleet.readNext();
      runner.wake();
      await untilState(({ state }) => state === 'partial');
      await runner.stop();
      const { progress } = await readRun(db, await findRun(db, run.id), NOW);
      const { sessions } = await readSessions(db, run.run_no, {}, null, 200);
      return { progress, sessions, totals: await readTotals(db, run.run_no) };
    };
    const expected = await taken(sqlite);
    expect(expected.progress.entities).toMatchObject({ done: 2, failed: 1 });
    expect(expected.sessions.length).toBeGreaterThan(80);
    expect(await taken(postgres)).toEqual(expected);
  });

  test.each(BOUNDARIES)('by %s answers the same as SQLite, to the last digit', async (by) => {
    const expected = await answersOf(sqlite, by);
    expect(JSON.stringify(expected)).toContain('"findings":["');
    const answers = await answersOf(postgres, by);
    expect(answers).toHaveLength(expected.length);
    for (const [at, answer] of answers.entries()) expect(answer).toEqual(expected[at]);
  });
});
