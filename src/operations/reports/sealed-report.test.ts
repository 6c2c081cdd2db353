import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import type { FigureSession } from '../../contract/console/report-figures.ts';
import { SealedDifferences } from '../../contract/console/sealed-report.ts';
import { flatTariff } from '../../domain/reports/testing/told-report.ts';
import { reportTotals } from '../../domain/reports/group-report.ts';
import type { Store } from '../../store/schema/schema.ts';
import { chargeSession, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { createAudit } from '../audit/audit.ts';
import { decideSession } from './decide-session.ts';
import type { ReportEngine } from './report-engine.ts';
import { checkedManifest, findSealed, sealedSessions } from './read-sealed.ts';
import type { ReportTasks } from './report-tasks.ts';
import {
  deleteOutdated,
  deleteSealed,
  readSealedReports,
  sealedBefore,
  storeParts,
  storeSealed,
} from './store-sealed.ts';
import {
  ALICE,
  NOW,
  OLGA,
  QUIET,
  reportsOf,
  STORES,
  storeTariff,
  storeWorld,
  uuid,
} from './testing/stored-world.ts';

const HOUR = 3_600_000;
const APRIL = Date.UTC(2026, 3, 1);
const [VAN, BUS, KEY] = [uuid(1, 1), uuid(1, 2), uuid(6, 1)];
const session = (no: number, startMs: number, energy: number) =>
  chargeSession({ id: uuid(2, no), startMs, energy });

describe.each(STORES)('a sealed report on %s', (_, makeStore) => {
  let db: Kysely<Store>;
  let engine: ReportEngine;
  let tasks: ReportTasks;
  let search: FigureSearch;
  beforeEach(async () => {
    db = await makeStore();
    ({ engine, tasks } = reportsOf(db));
    const tariff = await storeTariff(db, uuid(9, 1), flatTariff('0.3'));
    const world = {
      [VAN]: Array.from({ length: 12 }, (__, at) =>
        session(at, APRIL + at * 50 * HOUR, 1 + at / 7),
      ),
      [BUS]: [session(50, APRIL - HOUR, 7), session(51, APRIL + HOUR, 8)],
    };
    search = { ...(await storeWorld(db, world)), tariff };
  });
  afterEach(() => db.destroy());

  const totals = async () => reportTotals((await engine.report(search, NOW, QUIET)).report);
  const sealingOf = async () => ({
    id: KEY,
    name: 'April',
    search,
    totals: await totals(),
    by: OLGA,
    asked: 'April',
    keep: null,
    now: NOW,
  });
  const seal = async (more = {}) => {
    await storeSealed(db, await storeParts(db, tasks, { ...(await sealingOf()), ...more }));
    return findSealed(db, KEY);
  };
  const sessionsOf = async () => {
    const list: FigureSession[] = [];
    for await (const one of sealedSessions(db, await findSealed(db, KEY))) list.push(one);
    return list;
  };
  const differences = async () => {
    const { search: fixed } =
      (await readSealedReports(db, { limit: 1, offset: 0 })).reports[0] ?? {};
    const task = { kind: 'differences', search: fixed ?? {}, now: NOW, id: KEY } as const;
    return SealedDifferences.parse(await tasks.answer(task, QUIET));
  };

  test('keeps result, input and each session as counted', async () => {
    const reason = { kind: 'left-out', reason: 'A test drive' } as const;
    await decideSession(db, { entityId: VAN, sessionId: uuid(2, 3), ...reason }, OLGA, NOW);
    const manifest = checkedManifest(await seal());
    expect(manifest).toMatchObject({
      from: '2026-04-01',
      to: '2026-04-30',
      sealedBy: 'Olga',
      search: { period: '2026-04-01_2026-04-30', zone: 'UTC', by: 'entity' },
      tariffs: [{ version: 1, content: { name: 'T' } }],
      totals: await totals(),
      entities: [
        { id: VAN, sessions: 12, readAt: '2026-05-20T12:00:00.000Z' },
        { id: BUS, sessions: 2 },
      ],
      units: [{ unit: 'kWh', sessions: 14 }],
      exclusions: [
        { reason: 'outside-period', sessions: 1 },
        { reason: 'left-out', sessions: 1 },
      ],
      decisions: [{ sessionId: uuid(2, 3), ...reason }],
      sessions: { count: 14 },
    });
    expect(manifest.checks.map(({ name, ok, detail }) => [name, ok, detail])).toEqual([
      ['t1 + t2 + t3 + t4 = total, kWh', false, expect.stringContaining('0 of ')],
      ['every session is counted or excluded with a reason', true, '12 counted + 2 excluded of 14'],
    ]);
    const list = await sessionsOf();
    expect(list).toHaveLength(14);
    expect(list.filter(({ excluded }) => excluded !== null).map(({ id }) => id)).toEqual([
      uuid(2, 3),
      uuid(2, 50),
    ]);
    expect(await readSealedReports(db, { limit: 10, offset: 0 })).toMatchObject({
      count: 1,
      reports: [
        { id: KEY, name: 'April', sealedBy: 'Olga', totals: manifest.totals, currency: 'CHF' },
      ],
    });
  });

  test('is the same for ever; what differs today is shown by group and by session', async () => {
    await seal();
    const before = await sessionsOf();
    expect(await differences()).toMatchObject({ groupCount: 0, sessionCount: 0 });
    await db
      .updateTable('fleet_sessions')
      .where('id', '=', uuid(2, 0))
      .set({ current: 0 })
      .execute();
    await storeFleetSessions(db, BUS, [session(60, APRIL + 9 * HOUR, 2)], NOW);
    await db.updateTable('fleet_reads').set({ asked_at: 1 }).execute();
    const differs = await differences();
    expect(differs).toMatchObject({
      groupCount: 2,
      groups: [
        { sealed: { sessions: 12 }, now: { sessions: 11 } },
        { sealed: { sessions: 1, energy: '8' }, now: { sessions: 2, energy: '10' } },
      ],
      sessionCount: 2,
      sessions: [
        { sealed: { id: uuid(2, 0) }, now: null },
        { sealed: null, now: { id: uuid(2, 60) } },
      ],
    });
    expect(await sessionsOf()).toEqual(before);
  });

  test('is sealed once by its key, and only with the figures that were seen', async () => {
    await seal();
    const asked = { id: KEY, by: OLGA, asked: 'April' };
    expect(await sealedBefore(db, asked)).toMatchObject({ id: KEY });
    for (const other of [{ by: ALICE }, { asked: 'May' }]) {
      await expect(sealedBefore(db, { ...asked, ...other })).rejects.toMatchObject({ status: 409 });
    }
    expect(await sealedBefore(db, { ...asked, id: uuid(6, 2) })).toBeNull();
    await expect(seal({ id: uuid(6, 2), totals: [] })).rejects.toThrow(
      'changed since you saw them',
    );
    expect((await readSealedReports(db, { limit: 10, offset: 0 })).count).toBe(1);
  });

  test('is not touched by an attempt that runs beside it; what a crash left is removed a day later', async () => {
    const sealing = await sealingOf();
    const [one, other] = await Promise.all([
      storeParts(db, tasks, sealing),
      storeParts(db, tasks, sealing),
    ]);
    await storeSealed(db, one);
    await expect(storeSealed(db, other)).rejects.toThrow(/unique/i);
    expect(await sessionsOf()).toHaveLength(14);
    await storeParts(db, tasks, { ...sealing, id: uuid(6, 3), now: NOW + 2 * 86_400_000 });
    const parts = await db.selectFrom('sealed_report_parts').select('parts_id').execute();
    expect(parts.map(({ parts_id: id }) => id)).not.toContain(other.parts_id);
    expect(await sessionsOf()).toHaveLength(14);
  });

  test('is deleted when the day that it is kept until is over in its zone, not before, and the audit log has it', async () => {
    const audit = createAudit({ db, clock: manualClock(NOW), onError: () => {} });
    // 12:00 in UTC, and the next day in Auckland.
    const until = (date: string, zone: string) => ({ keep: { until: date, zone } });
    await expect(seal(until('2026-05-20', 'Pacific/Auckland'))).rejects.toThrow('is over already');
    await expect(seal(until('2026-05-20', 'Mars/Olympus'))).rejects.toThrow('is not a time zone');
    const { hash } = await seal(until('2026-05-20', 'America/Los_Angeles'));
    expect((await readSealedReports(db, { limit: 1, offset: 0 })).reports).toMatchObject([
      { keptUntil: '2026-05-20' },
    ]);
    const over = Date.parse('2026-05-21T07:00:00Z');
    expect(await deleteOutdated(db, audit, over - 1)).toBe(0);
    expect(await sessionsOf()).toHaveLength(14);
    expect(await deleteOutdated(db, audit, over)).toBe(1);
    await expect(findSealed(db, KEY)).rejects.toMatchObject({ status: 404 });
    expect(await db.selectFrom('sealed_report_parts').selectAll().execute()).toEqual([]);
    const rows = await db.selectFrom('audit_log').select(['action', 'target', 'body']).execute();
    expect(rows).toMatchObject([
      {
        action: 'report-deleted',
        target: `sealed report ${KEY}`,
        body: expect.stringContaining(hash),
      },
    ]);
    await seal();
    expect(await deleteOutdated(db, audit, over + 1e12)).toBe(0);
  });

  test('shows when somebody changed what is stored', async () => {
    const row = await seal();
    const manifest = row.manifest.replace('"sealedBy":"Olga"', '"sealedBy":"Mallory"');
    await db.updateTable('sealed_reports').set({ manifest }).execute();
    expect(() => checkedManifest({ ...row, manifest })).toThrow('changed after it was sealed');
    await db.updateTable('sealed_reports').set({ manifest: row.manifest }).execute();
    await db.deleteFrom('sealed_report_parts').execute();
    await expect(sessionsOf()).rejects.toThrow('changed after it was sealed');
  });

  test('is deleted by an administrator, with a reason', async () => {
    await seal();
    await expect(deleteSealed(db, KEY, OLGA, 'x')).rejects.toMatchObject({ status: 403 });
    await expect(deleteSealed(db, KEY, ALICE, null)).rejects.toMatchObject({ status: 400 });
    expect(await deleteSealed(db, KEY, ALICE, 'Sealed twice')).toMatchObject({
      sealedBy: 'Olga',
      reason: 'Sealed twice',
    });
    await expect(findSealed(db, KEY)).rejects.toMatchObject({ status: 404 });
    expect(await db.selectFrom('sealed_report_parts').selectAll().execute()).toEqual([]);
  });
});
