import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import {
  BOUNDARIES,
  type Boundary,
  type Grouping,
} from '../../../contract/console/report-definition.ts';
import { ReportGroups, type ReportGroup } from '../../../contract/console/report-result.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';
import type { SessionFinding } from '../../../contract/console/report-exceptions.ts';
import { findingsOfEntity } from '../../../domain/session-findings.ts';
import { sumGroups, type Grouped } from '../../../domain/reports/groups.ts';
import { readSession } from '../../../domain/reports/report-session.ts';
import { zoneOfSession } from '../../../domain/reports/site-zone.ts';
import { sliceSession } from '../../../domain/reports/slices.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { convertSessionsCsv } from '../../../service/worlds/csv.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { readGroups, readTotals, type GroupsAsk } from './read-groups.ts';
import { rulesOf } from '../runs/runs.ts';
import { TARIFF, uuid } from '../testing/random-sessions.ts';
import { aDefinition, readInPages, startOver, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const FULL =
  process.env['GRIDHELM_SESSIONS_CSV'] ?? '../shared/data/epfl-dc-fast-charging-sessions.csv';

const ENTITIES = [[], ['a'], ['b', 'a'], ['a', 'b']].map((collectives, at) => ({
  id: uuid(1, at),
  name: `Van ${at}`,
  type: 'EV',
  collectives,
}));
// Many property runs, and thousands of rows.
vi.setConfig({ testTimeout: 60_000 });

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});
afterEach(() => db.destroy());

const energy = fc.option(fc.integer({ min: 0, max: 90_000_000 }).map((micros) => micros / 1e6));
const sessions = fc.array(
  fc.record({
    entity: fc.nat({ max: ENTITIES.length - 1 }),
    startMs: fc.option(fc.integer({ min: Date.UTC(2026, 1, 27), max: Date.UTC(2026, 4, 3) }), {
      freq: 20,
    }),
    lengthMs: fc.option(fc.integer({ min: -3_600_000, max: 40 * 3_600_000 }), { freq: 20 }),
    unit: fc.constantFrom('kWh', 'kWh', 'Wh', null),
    total: energy,
    t1: energy,
    t3: energy,
    power: fc.option(fc.integer({ min: 0, max: 350 })),
    soc: fc.option(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 50, max: 100 }))),
    address: fc.constantFrom('Gate', 'Yard', null),
    location: fc.option(fc.nat({ max: 2 })),
    // Zurich, New York, Kolkata with its half hour, and no place.
    site: fc.constantFrom([46.5, 6.6], [40.7, -74], [28.6, 77.2], null),
  }),
  { minLength: 1, maxLength: 60 },
);
type Made = typeof sessions extends fc.Arbitrary<(infer T)[]> ? T : never;

const quantity = (unit: string, value: number | null | undefined) => ({ unit, value });

function sessionOf(made: Made, at: number): ChargeSession {
  const { startMs, lengthMs, soc } = made;
  return ChargeSession.parse({
    id: uuid(2, at),
    data: {
      start: startMs === null ? null : isoInstant(startMs),
      end: startMs === null || lengthMs === null ? null : isoInstant(startMs + lengthMs),
      charge: {
        averagePower: quantity('kW', made.power),
        start: quantity('%', soc?.[0]),
        end: quantity('%', soc?.[1]),
        total: { total: made.total, t1: made.t1, t3: made.t3, unit: made.unit },
      },
      location: {
        address: made.address,
        latitude: made.site?.[0],
        longitude: made.site?.[1],
      },
      locationMatches:
        made.location === null
          ? []
          : [{ accuracy: made.location, location: { id: uuid(3, made.location), label: 'L' } }],
    },
  });
}

const OF_REPORTS_ONLY: SessionFinding[] = [
  'across-edge',
  'no-price',
  'no-location',
  'missing-fields',
  'listed-differently',
];

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const sum = (texts: readonly string[]) =>
  microsToText(texts.reduce((all, text) => all + (microsOfText(text) ?? 0n), 0n));

describe.each([
  ['UTC', false],
  ['Europe/Zurich', false],
  ['Europe/Zurich', true],
] as const)('in %s, in the time of each place: %s', (zone, siteTime) => {
  test.for(BOUNDARIES)(
    'by %s, the database’s sums match the rules, for every grouping',
    async (boundary) => {
      await fc.assert(
        fc.asyncProperty(sessions, async (list) => {
          const definition = aDefinition({ zone, boundary, siteTime });
          const run = await storeRun(db, { entities: ENTITIES, definition, tariff: TARIFF }, NOW);
          const all = list.map((made, at) => ({
            entity: made.entity,
            session: sessionOf(made, at),
          }));
          for (const [at, { id }] of ENTITIES.entries()) {
            const own = all.filter(({ entity }) => entity === at).map(({ session }) => session);
            await readInPages(db, run, id, own, 7);
          }
          const rules = rulesOf(run);
          const grouped: Grouped[] = all.flatMap(({ entity, session: answered }) => {
            const session = readSession(answered);
            const { id: entityId = '', collectives = [] } = ENTITIES[entity] ?? {};
            const slicing = rules.bySite?.(zoneOfSession(answered)) ?? rules;
            return sliceSession(session, slicing).slices.map((slice) => ({
              entityId,
              collectives,
              session,
              slice,
            }));
          });
          // An Entity's page and a report find the same in the same sessions.
          const onPages = ENTITIES.flatMap(({ type }, at) => {
            const own = all.filter(({ entity }) => entity === at).map(({ session }) => session);
            const { thresholds, nowMs } = rules;
            const found = findingsOfEntity(own, { type, capacityKwh: null, thresholds, nowMs });
            return [...found].flatMap(([id, kinds]) => kinds.map(({ kind }) => `${id} ${kind}`));
          });
          const found = await db
            .selectFrom('report_findings as f')
            .innerJoin('report_sessions as s', (join) =>
              join
                .onRef('s.run_no', '=', 'f.run_no')
                .onRef('s.entity_no', '=', 'f.entity_no')
                .onRef('s.session_no', '=', 'f.session_no'),
            )
            .where('f.run_no', '=', run.run_no)
            .where('f.kind', 'not in', OF_REPORTS_ONLY)
            .select(['s.session_id', 'f.kind'])
            .execute();
          const inReport = found.map((row) => `${row.session_id} ${row.kind}`);
          expect(inReport.toSorted(byText)).toEqual(onPages.toSorted(byText));
          for (const grouping of GROUPINGS) {
            const { groups, totals } = ReportGroups.parse(
              await readGroups(db, run.run_no, { by: grouping }),
            );
            const expected = sumGroups(grouping, grouped)
              .filter((one) => one.sessions > 0 || one.energy !== 0n || one.durationMs > 0)
              .map((one) => ({
                key: one.key,
                unit: one.unit,
                sessions: one.sessions,
                energy: microsToText(one.energy),
                cost: microsToText(one.cost),
                unpriced: microsToText(one.unpriced),
                durationMs: one.durationMs,
              }));
            const actual = groups.map((one) => ({
              key: one.key,
              unit: one.unit,
              sessions: one.sessions,
              energy: one.energy,
              cost: one.cost,
              unpriced: one.unpriced,
              durationMs: one.durationMs,
            }));
            const byKey = (a: { key: string; unit: string | null }, b: typeof a) =>
              `${a.key} ${a.unit ?? ''}` < `${b.key} ${b.unit ?? ''}` ? -1 : 1;
            expect(actual.toSorted(byKey)).toEqual(expected.toSorted(byKey));
            for (const total of totals) {
              const own = groups.filter(({ unit }) => unit === total.unit);
              expect(sum(own.map((group) => group.energy))).toBe(total.energy);
            }
          }
        }),
        { numRuns: 8 },
      );
    },
  );
});

describe('rows in order and in pages', () => {
  const store = async () => {
    const own = fc.sample(sessions, { seed: 11, numRuns: 3 }).flat();
    const run = await storeRun(db, { entities: ENTITIES, tariff: TARIFF }, NOW);
    for (const [at, { id }] of ENTITIES.entries()) {
      const list = own.flatMap((made, index) =>
        made.entity === at ? [sessionOf(made, index)] : [],
      );
      await readInPages(db, run, id, list, 20);
    }
    return run;
  };
  const value = {
    energy: (group: ReportGroup) => microsOfText(group.energy) ?? 0n,
    cost: (group: ReportGroup) => microsOfText(group.cost) ?? 0n,
    sessions: (group: ReportGroup) => BigInt(group.sessions),
    duration: (group: ReportGroup) => BigInt(group.durationMs),
  };

  test.each(GROUPINGS.filter((one) => one !== 'register'))('%s', async (by) => {
    const run = await store();
    const all = await readGroups(db, run.run_no, { by });
    expect(all.count).toBe(all.groups.length);
    expect(all.count).toBeGreaterThan(1);
    for (const order of ['energy', 'cost', 'sessions', 'duration'] as const) {
      for (const direction of ['up', 'down'] as const) {
        const { groups } = await readGroups(db, run.run_no, { by, order, direction });
        const values = groups.map(value[order]);
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values).toEqual(direction === 'up' ? sorted : sorted.toReversed());
        const pages = [];
        for (let offset = 0; offset < all.count; offset += 3) {
          const page = await readGroups(db, run.run_no, { by, order, direction, limit: 3, offset });
          expect(page.count).toBe(all.count);
          pages.push(...page.groups);
        }
        expect(pages).toEqual(groups);
      }
    }
    const beyond = await readGroups(db, run.run_no, { by, limit: 3, offset: all.count });
    expect([beyond.groups, beyond.count]).toEqual([[], all.count]);
  });

  test('by key, dates are in order, Entities by name, registers by number', async () => {
    const run = await store();
    const keys = async (ask: GroupsAsk) =>
      (await readGroups(db, run.run_no, ask)).groups.filter(({ unit }) => unit === 'kWh');
    const days = (await keys({ by: 'day' })).map(({ key }) => key);
    expect(days).toEqual(days.toSorted());
    expect((await keys({ by: 'day', direction: 'down' })).map(({ key }) => key)).toEqual(
      days.toReversed(),
    );
    await db
      .updateTable('report_entities')
      .set({ name: null })
      .where('entity_no', '=', 1)
      .execute();
    await db
      .updateTable('report_entities')
      .set({ name: 'a van' })
      .where('entity_no', '=', 4)
      .execute();
    expect((await keys({ by: 'entity' })).map(({ label }) => label)).toEqual([
      'a van',
      'Van 1',
      'Van 2',
      null,
    ]);
    expect((await keys({ by: 'entity', direction: 'down' })).map(({ label }) => label)).toEqual([
      'Van 2',
      'Van 1',
      'a van',
      null,
    ]);
    const registers = await keys({ by: 'register' });
    expect(registers.map(({ key }) => key)).toEqual(['t1', 't3', 'none']);
    const [first] = await keys({ by: 'register', order: 'energy', direction: 'down' });
    const most = registers.map(value.energy).toSorted((a, b) => (a < b ? 1 : -1))[0];
    expect(first === undefined ? null : value.energy(first)).toBe(most);
  });
});

test('an Entity that is read again counts once', async () => {
  const list: Made[] = fc.sample(sessions, { seed: 7, numRuns: 1 }).flat();
  const own = list.map(sessionOf);
  const [entity] = ENTITIES;
  const definition = aDefinition({ boundary: 'split' });
  const run = await storeRun(db, { entities: ENTITIES, definition, tariff: TARIFF }, NOW);
  await readInPages(db, run, entity?.id ?? '', own, 9);
  const before = await Promise.all(GROUPINGS.map((one) => readGroups(db, run.run_no, { by: one })));
  expect(before[0]?.totals.length).toBeGreaterThan(0);
  await startOver(db, { run_no: run.run_no, entity_no: 1 });
  expect(await readTotals(db, run.run_no)).toEqual([]);
  for (const table of ['report_sessions', 'report_slices', 'report_findings'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  await readInPages(db, run, entity?.id ?? '', own, 50);
  const after = await Promise.all(GROUPINGS.map((one) => readGroups(db, run.run_no, { by: one })));
  expect(after).toEqual(before);
});

test('the largest power at a place is recomputed if an Entity is read again', async () => {
  const at = (entity: number, power: number) =>
    sessionOf(
      {
        entity,
        startMs: Date.UTC(2026, 2, 2),
        lengthMs: 3_600_000,
        unit: 'kWh',
        total: 10,
        t1: null,
        t3: null,
        power,
        soc: null,
        address: 'Gate',
        location: 1,
        site: null,
      },
      power,
    );
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  await readInPages(db, run, ENTITIES[0]?.id ?? '', [at(0, 50), at(0, 20)]);
  await readInPages(db, run, ENTITIES[1]?.id ?? '', [at(1, 30)]);
  const peaks = async () => {
    const of = async (by: Grouping) =>
      (await readGroups(db, run.run_no, { by })).groups.map(({ peakPowerW }) => peakPowerW);
    return [await of('location'), await of('entity'), await of('day')];
  };
  expect(await peaks()).toEqual([['50000'], ['50000', '30000'], ['50000']]);
  await startOver(db, { run_no: run.run_no, entity_no: 1 });
  expect(await peaks()).toEqual([['30000'], ['30000'], ['30000']]);
});

test('stores nothing twice', async () => {
  const one = sessionOf(
    {
      entity: 0,
      startMs: Date.UTC(2026, 2, 2),
      lengthMs: 3_600_000,
      unit: 'kWh',
      total: 10.5,
      t1: null,
      t3: null,
      power: 11,
      soc: [20, 60],
      address: null,
      location: 1,
      site: null,
    },
    1,
  );
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  const id = ENTITIES[0]?.id ?? '';
  await readInPages(db, run, id, [one]);
  await readInPages(db, run, id, [one]);
  expect(await readTotals(db, run.run_no)).toMatchObject([
    { sessions: 1, energy: '10.5', socGain: '40', socSessions: 1, peakPowerW: '11000' },
  ]);
  const entity = await db
    .selectFrom('report_entities')
    .where('entity_no', '=', 1)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(entity).toMatchObject({ state: 'done', pages: 1, sessions: 1 });
  const { groups } = await readGroups(db, run.run_no, { by: 'location' });
  expect(groups).toMatchObject([{ label: 'L', accuracy: { min: '1', max: '1' } }]);
});

test.for<[string, Boundary]>([
  ['Europe/Zurich', 'start'],
  ['UTC', 'split'],
])('the real sessions, in %s by %s, from the database', async ([zone, boundary], context) => {
  if (!existsSync(FULL)) context.skip(`${FULL} is missing; its totals were not checked`);
  const world = convertSessionsCsv(readFileSync(FULL, 'utf8'));
  const entities = world.entities.map(({ id, name }) => ({
    id,
    name,
    type: 'ChargePoint',
    collectives: [],
  }));
  const period = { kind: 'range', from: '2022-04-01', to: '2023-07-31' } as const;
  const run = await storeRun(
    db,
    { entities, definition: aDefinition({ zone, boundary, period }) },
    NOW,
  );
  for (const { id } of entities) {
    const own = world.chargeSessions.filter(({ entityId }) => entityId === id);
    await readInPages(
      db,
      run,
      id,
      own.map((session) => ChargeSession.parse(session)),
      200,
    );
  }
  const [total] = await readTotals(db, run.run_no);
  expect(total).toMatchObject({ sessions: 1878, energy: '60441.935575', unit: 'kWh' });
  for (const grouping of GROUPINGS) {
    const { groups } = await readGroups(db, run.run_no, { by: grouping });
    expect(sum(groups.map((group) => group.energy))).toBe('60441.935575');
  }
  const byPlug = await readGroups(db, run.run_no, { by: 'entity' });
  expect(
    byPlug.groups
      .toSorted((a, b) => byText(a.label ?? '', b.label ?? ''))
      .map(({ label, energy: own }) => [label, own]),
  ).toEqual([
    ['CCS1', '36513.5861'],
    ['CCS2', '23928.349475'],
  ]);
  const anomalous = await db
    .selectFrom('report_finding_counts')
    .where('kind', '=', 'implausible-capacity')
    .select((row) => row.fn.sum<number>('count').as('count'))
    .executeTakeFirstOrThrow();
  expect(anomalous.count).toBe(11);
});
