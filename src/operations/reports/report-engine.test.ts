import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import { Figures, FigureSession } from '../../contract/console/report-figures.ts';
import { groupReport } from '../../domain/reports/group-report.ts';
import { flatTariff } from '../../domain/reports/testing/told-report.ts';
import { Failure } from '../../http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory } from '../directory/import.ts';
import { chargeSession, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { decideSession } from './decide-session.ts';
import { createReportEngine, type ReportEngine } from './report-engine.ts';
import type { ReportTasks } from './report-tasks.ts';
import {
  deleteDefinition,
  listDefinitions,
  saveDefinition,
  wholeSearch,
} from './saved-definitions.ts';
import {
  NOW,
  OLGA,
  QUIET,
  reportsOf,
  searchOf,
  STORES,
  storeTariff,
  storeWorld,
  uuid,
} from './testing/stored-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const APRIL = Date.UTC(2026, 3, 1);
const [VAN, BUS, CAR] = [uuid(1, 1), uuid(1, 2), uuid(1, 3)];
const session = (no: number, startMs: number, energy: number, hours = 1) =>
  chargeSession({ id: uuid(2, no), startMs, energy, hours });
const WORLD = {
  [VAN]: [
    session(1, APRIL + HOUR, 10.1),
    session(2, APRIL + 20 * DAY, 20.2),
    session(3, APRIL - 10 * DAY, 5),
  ],
  [BUS]: [session(4, APRIL + HOUR, 30.3), session(5, APRIL - DAY, 7)],
  [CAR]: [],
};

describe.each(STORES)('on %s', (_, makeStore) => {
  let db: Kysely<Store>;
  let engine: ReportEngine;
  let tasks: ReportTasks;
  let search: FigureSearch;
  beforeEach(async () => {
    db = await makeStore();
    ({ engine, tasks } = reportsOf(db));
    search = await storeWorld(db, WORLD);
  });
  afterEach(() => db.destroy());

  const figures = async (of: FigureSearch = search, ask = {}) =>
    Figures.parse(
      await tasks.answer(
        { kind: 'figures', search: of, now: NOW, ask: { limit: 100, offset: 0, ...ask } },
        QUIET,
      ),
    );
  const energy = async (of?: FigureSearch) => (await figures(of)).totals.map((sums) => sums.energy);

  test('figures of last month: totals, groups, the period before, what they are based on', async () => {
    const answer = await figures({ ...search, compare: 'before' });
    expect(answer).toMatchObject({
      from: '2026-04-01',
      to: '2026-04-30',
      currency: null,
      totals: [{ unit: 'kWh', sessions: 3, energy: '60.6', cost: '0' }],
      count: 2,
      groups: [
        { keys: [{ key: VAN, label: null }], energy: '30.3' },
        { keys: [{ key: BUS, label: null }], energy: '30.3' },
      ],
      compared: { from: '2026-03-01', to: '2026-03-31', totals: [{ sessions: 2, energy: '12' }] },
      exclusions: [{ reason: 'outside-period', sessions: 1 }],
      basis: { entities: 3, unread: 0, failed: 0, knownLate: null, provisionalFrom: null },
    });
    await db.updateTable('fleet_reads').set({ known_from: 1000 }).execute();
    const all = await figures({ ...search, period: 'all' });
    expect(all.basis.knownLate).toEqual({ entities: 3, from: '1970-01-01T00:00:01.000Z' });
    const year = await figures({ ...search, compare: 'last-year' });
    expect(year.compared).toMatchObject({ from: '2025-04-01', totals: [] });
  });

  test('the battery of an Entity, and whether its sessions are captured, are those of its picture', async () => {
    const of = async (id: string, picture: object) => {
      const entity = { id, name: null, type: 'EV', brand: null };
      await importDirectory(db, { collectives: [], entities: [entity] }, 'import', 0);
      await db.updateTable('entities').where('id', '=', id).set(picture).execute();
    };
    await of(BUS, { capacity: 20, capture_state: 'off' });
    await of(CAR, { capacity: 20, capture_state: 'off' });
    const answer = await figures();
    expect(answer.exceptions).toContainEqual({
      kind: 'above-capacity',
      sessions: 1,
      open: 1,
      entities: 1,
    });
    // The sessions of the other one are there.
    expect(answer.basis).toMatchObject({ uncaptured: 1 });
  });

  test('two groupings at once, a page of them, a chart', async () => {
    const both = await figures(
      { ...search, by: 'entity.day' },
      { limit: 1, offset: 1, chart: 'week' },
    );
    expect(both).toMatchObject({
      count: 3,
      groups: [{ keys: [{ key: VAN }, { key: '2026-04-21' }], energy: '20.2' }],
      series: {
        unit: 'kWh',
        groups: [{ key: VAN }, { key: BUS }],
        points: [
          { at: '2026-03-30', group: 0, energy: '10.1' },
          { at: '2026-03-30', group: 1, energy: '30.3' },
          { at: '2026-04-20', group: 0, energy: '20.2' },
        ],
      },
    });
    const registers = await figures({ ...search, by: 'entity.register' });
    expect(
      registers.groups.map(({ keys, energy: own }) => [...keys.map(({ key }) => key), own]),
    ).toEqual([
      [VAN, 'none', '30.3'],
      [BUS, 'none', '30.3'],
    ]);
  });

  test('all time has no limit, and every session is in it or named with a reason', async () => {
    await storeFleetSessions(
      db,
      CAR,
      [session(8, Date.UTC(1999, 0, 1), 1), session(9, NOW + DAY, 2)],
      NOW,
    );
    await db.updateTable('fleet_reads').where('entity_id', '=', CAR).set({ asked_at: 1 }).execute();
    const all = await figures({ ...search, period: 'all', by: 'month' });
    expect(all).toMatchObject({
      from: null,
      totals: [{ sessions: 7, energy: '75.6' }],
      exclusions: [],
    });
    expect(all.exceptions.map(({ kind }) => kind)).toContain('future');
  });

  test('sessions: those that count first, excluded ones by their reason', async () => {
    const page = async (filter: object, limit = 10, cursor = 0) =>
      tasks.answer({ kind: 'sessions', search, now: NOW, filter, limit, cursor }, QUIET);
    const ids = ({ sessions }: { sessions: FigureSession[] }) => sessions.map(({ id }) => id);
    const first = await page({}, 2);
    if (!('sessions' in first) || !('cursor' in first)) throw new Error('no page of sessions');
    FigureSession.array().parse(first.sessions);
    expect([first.count, ids({ sessions: FigureSession.array().parse(first.sessions) })]).toEqual([
      3,
      [uuid(2, 1), uuid(2, 2)],
    ]);
    expect(await page({}, 2, first.cursor ?? 0)).toMatchObject({
      cursor: null,
      sessions: [{ id: uuid(2, 4) }],
    });
    expect(await page({ counted: 'outside-period' })).toMatchObject({
      count: 1,
      sessions: [{ id: uuid(2, 5), excluded: 'outside-period', counted: null }],
    });
  });

  test('it is computed again only for what changed, and equals one computed anew', async () => {
    const first = await engine.report(search, NOW, QUIET);
    expect((await engine.report({ ...search, by: 'day' }, NOW, QUIET)).report).toBe(first.report);
    expect((await engine.report({ ...search, rule: 'end' }, NOW, QUIET)).report.columns).toBe(
      first.report.columns,
    );
    await storeFleetSessions(db, BUS, [session(6, APRIL + 3 * DAY, 1.5)], NOW);
    await db.updateTable('fleet_reads').where('entity_id', '=', BUS).set({ asked_at: 1 }).execute();
    const second = await engine.report(search, NOW, QUIET);
    const anew = await reportsOf(db).engine.report(search, NOW, QUIET);
    for (const by of [[], ['entity'], ['day']] as const) {
      expect(groupReport(second.report, by)).toEqual(groupReport(anew.report, by));
    }
    expect(groupReport(second.report, []).rows).toMatchObject([{ sessions: 4, energy: '62.1' }]);
  });

  test('a session can be left out or accepted, and that be taken back', async () => {
    const decide = (kind: 'left-out' | 'accepted' | null) =>
      decideSession(
        db,
        { entityId: BUS, sessionId: uuid(2, 4), kind, reason: 'A test drive' },
        OLGA,
        NOW,
      );
    await db
      .updateTable('fleet_sessions')
      .where('id', '=', uuid(2, 4))
      .set({ listed_again: 1, listed_differs: 1 })
      .execute();
    expect(await figures()).toMatchObject({
      totals: [{ energy: '60.6', doubtful: 1 }],
      exceptions: [{ kind: 'listed-differently', sessions: 1, open: 1, entities: 1 }],
    });
    await decide('accepted');
    expect(await figures()).toMatchObject({
      totals: [{ energy: '60.6', doubtful: 0 }],
      exceptions: [{ kind: 'listed-differently', sessions: 1, open: 0 }],
    });
    await decide('left-out');
    expect(await figures()).toMatchObject({
      totals: [{ energy: '30.3' }],
      exclusions: [{ reason: 'outside-period' }, { reason: 'left-out', sessions: 1 }],
    });
    await decide(null);
    expect(await energy()).toEqual(['60.6']);
    const unknown = decideSession(
      db,
      { entityId: VAN, sessionId: uuid(2, 4), kind: 'accepted', reason: 'x' },
      OLGA,
      NOW,
    );
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  test('one tariff for all, and others for a Collective or a tag', async () => {
    const usual = await storeTariff(db, uuid(9, 1), flatTariff('0.3', { perSession: '0.5' }));
    const dear = await storeTariff(db, uuid(9, 2), flatTariff('1', { perHour: '2' }));
    expect((await figures({ ...search, tariff: usual })).totals).toMatchObject([
      // 60.6 kWh at 0.3, and three fees of 0.5.
      { cost: '19.68', fees: '1.5', unpriced: '0' },
    ]);
    const [id, entities] = [uuid(7, 1), [BUS]];
    const depot = { id, name: 'Depot', type: null, owner: null, entities };
    await importDirectory(db, { collectives: [depot], entities: [] }, 'import', 0);
    const tariffs = encodeURIComponent(`collective:${uuid(7, 1)}=${dear}`);
    const answer = await figures({ ...search, tariff: usual, tariffs });
    expect(answer.groups.map(({ cost, fees }) => [cost, fees])).toEqual([
      ['10.09', '1'],
      ['32.3', '2'],
    ]);
    // Without a tariff of its own, energy has no price.
    const partly = await figures({ ...search, tariffs });
    expect(partly.groups.map(({ cost, unpriced }) => [cost, unpriced])).toEqual([
      ['0', '30.3'],
      ['32.3', '0'],
    ]);
    expect(partly.exceptions).toMatchObject([{ kind: 'no-price', sessions: 2 }]);
  });

  test('a saved definition is a name of an address, and what the address names is put over it', async () => {
    const saved = { id: uuid(5, 1), name: 'Depot', search: { ...search, by: 'day' } };
    await saveDefinition(db, saved, OLGA, NOW);
    await saveDefinition(db, { ...saved, name: 'Depots' }, OLGA, NOW);
    expect(await listDefinitions(db)).toMatchObject([{ name: 'Depots', savedBy: 'Olga' }]);
    expect(await wholeSearch(db, { saved: saved.id, rule: 'end' })).toEqual({
      search: { ...search, by: 'day', rule: 'end' },
      name: 'Depots',
    });
    await deleteDefinition(db, saved.id);
    await expect(wholeSearch(db, { saved: saved.id })).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['a zone', { zone: 'Mars/Olympus' }, 'is not a time zone'],
    ['dates', { period: '2026-02-02_2026-02-01' }, 'before the first'],
    ['a date', { period: '2026-02-30_2026-03-01' }, 'no date'],
    ['a tariff', { tariff: `${uuid(9, 9)}_1` }, 'There is no tariff'],
  ] satisfies [string, FigureSearch, string][])(
    '%s that does not exist is refused',
    async (__, more, told) => {
      const thrown = await figures({ ...search, ...more }).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Failure);
      expect(String(thrown)).toContain(told);
    },
  );

  test('more sessions than memory holds are refused, a stopped computation ends', async () => {
    const small = createReportEngine({ db, capacityUnit: 'kWh', bytesMost: 500 });
    await expect(small.report(search, NOW, QUIET)).rejects.toThrow('one takes at most 2');
    const stopped = { ...QUIET, signal: AbortSignal.abort(new Error('superseded')) };
    await expect(engine.report(search, NOW, stopped)).rejects.toThrow('superseded');
    expect(await energy()).toEqual(['60.6']);
    expect(await energy(searchOf([VAN]))).toEqual(['30.3']);
  });
});
