import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { SealedManifest } from '../../contract/console/sealed-report.ts';
import { MIGRATIONS } from '../../store/baseline/baseline.ts';
import { migrate } from '../../store/dialect/migrate.ts';
import { openPostgres } from '../../store/dialect/postgres.ts';
import { openSqlite } from '../../store/dialect/sqlite.ts';
import type { Store } from '../../store/schema/schema.ts';
import { emptyPostgresUrl } from '../../store/testing/postgres-store.ts';
import { listTariffs } from './stored-tariffs.ts';
import { findSealed, sealedSessions, sealedSummary } from './read-sealed.ts';
import { listDefinitions } from './saved-definitions.ts';
import { uuid } from './testing/stored-world.ts';

const BEFORE = Object.fromEntries(
  Object.entries(MIGRATIONS).filter(([name]) => name < '211-earlier-reports'),
);
const DAY = 86_400_000;
const MARCH = Date.parse('2026-03-01T00:00:00+01:00');
const APRIL = Date.parse('2026-04-01T00:00:00+02:00');
const DEFINITION = {
  scope: { collectives: [uuid(7, 1)], entities: [], types: [], tags: ['night. shift'] },
  period: { kind: 'preset', preset: 'last-month' },
  zone: 'Europe/Zurich',
  siteTime: true,
  boundary: 'split',
  grouping: 'day',
  tariff: { id: uuid(9, 1), version: 2 },
  thresholds: { hugeEnergyKwh: 250, implausibleBatteryKwh: 200 },
};
const ADDRESS = {
  collectives: uuid(7, 1),
  tags: 'night%2E%20shift',
  period: 'last-month',
  zone: 'Europe/Zurich',
  clock: 'site',
  rule: 'split',
  by: 'day',
  tariff: `${uuid(9, 1)}_2`,
  huge: 250,
  battery: 200,
};
const TARIFF = {
  name: 'Spring',
  currency: 'CHF',
  zone: 'Europe/Zurich',
  validities: [
    { validFrom: '2026-03-01', validTo: '2026-03-09', rate: { kind: 'flat', price: '0.20' } },
    { validFrom: '2026-03-20', validTo: null, rate: { kind: 'flat', price: '0.30' } },
  ],
};
const MANIFEST = JSON.stringify({
  format: 'gridhelm-report-1',
  runId: uuid(8, 1),
  definition: DEFINITION,
  tariff: { ...DEFINITION.tariff, content: TARIFF },
  provisionalFrom: null,
  entities: [
    { id: uuid(1, 1), state: 'done', sessions: 2, readAt: '2026-04-02T00:00:00.000Z' },
    { id: uuid(1, 2), state: 'failed', sessions: 0 },
  ],
  units: [{ unit: 'kWh', sessions: 2 }],
  findings: [
    { kind: 'overlap', count: 1 },
    { kind: 'missing-fields', count: 2 },
    { kind: 'not-read', count: 1 },
  ],
  exclusions: [
    { reason: 'outside-period', count: 1 },
    { reason: 'no-end', count: 0 },
  ],
  totals: [
    {
      unit: 'kWh',
      sessions: 1,
      energy: '7.000001',
      registers: { t1: '7.000001', t2: '0', t3: '0', t4: '0', rest: '0' },
      cost: '1.4',
      unpriced: '0',
      durationMs: 3_600_000,
      socGain: '0',
      socSessions: 0,
      rangeGain: '0',
      rangeSessions: 0,
      peakPowerW: '7400',
    },
  ],
  checks: [{ name: 'the hours add up to the total', ok: true, detail: '7.000001 of 7.000001' }],
});
const HASH = createHash('sha256').update(MANIFEST).digest('hex');

/** A row of a table that the schema does not know any more. */
async function insert(db: Kysely<Store>, table: string, row: Record<string, string | number>) {
  const columns = sql.raw(Object.keys(row).join(', '));
  await sql`insert into ${sql.raw(table)} (${columns})
    values (${sql.join(Object.values(row))})`.execute(db);
}

async function fill(db: Kysely<Store>): Promise<void> {
  const by = { operator_id: 'o', operator_name: 'Olga', hidden: 0, saved_at: 5 };
  const definition = { kind: 'definition', id: uuid(6, 1) };
  const named = (name: string) => JSON.stringify({ name, definition: DEFINITION });
  await insert(db, 'report_documents', { ...definition, version: 1, content: named('Old'), ...by });
  await insert(db, 'report_documents', { ...definition, version: 2, content: named('New'), ...by });
  const tariff = { kind: 'tariff', id: uuid(9, 1), content: JSON.stringify(TARIFF) };
  await insert(db, 'report_documents', { ...tariff, version: 2, ...by });
  const run = {
    operator_id: 'o',
    operator_name: 'Olga',
    definition: JSON.stringify(DEFINITION),
    zone: 'Europe/Zurich',
    boundary: 'split',
    requests: 0,
    resumed_requests: 0,
    start_ms: MARCH,
    end_ms: APRIL,
    read_from: MARCH,
    read_to: APRIL,
    created_at: 1,
    resumed_at: 1,
    finished_at: APRIL + DAY,
  };
  await insert(db, 'report_runs', { ...run, id: uuid(8, 2), run_no: 2, state: 'complete' });
  await insert(db, 'report_runs', {
    ...run,
    id: uuid(8, 1),
    run_no: 1,
    state: 'partial',
    name: 'Spring',
    manifest: MANIFEST,
    manifest_hash: HASH,
    sealed_at: APRIL + 2 * DAY,
    sealed_by: 'Alice',
  });
  const entity = { run_no: 1, entity_no: 1, entity_id: uuid(1, 1), name: 'Van', collectives: '' };
  const none = { pages: 1, duplicates: 0, restarts: 0, changed_at: 1 };
  await insert(db, 'report_entities', { ...entity, state: 'done', sessions: 2, ...none });
  await insert(db, 'report_units', { unit_no: 1, unit: 'kWh' });
  const place = { run_no: 1, place_no: 1, key: 'k', address: 'Gate 1' };
  await insert(db, 'report_places', { ...place, zone: 'Europe/Paris' });
  const session = { run_no: 1, entity_no: 1, unit_no: 1, place_no: 1, unpriced: 0, hash: 'h' };
  const times = { start_ms: MARCH + DAY, end_ms: MARCH + DAY + 3_600_000 };
  const energy = { energy: 7_000_001, t1: 7_000_001, cost: 1_400_000 };
  await insert(db, 'report_sessions', {
    ...session,
    session_no: 1,
    session_id: uuid(2, 1),
    power: 7_400_000,
    ...times,
    ...energy,
  });
  await insert(db, 'report_sessions', {
    ...session,
    session_no: 2,
    session_id: uuid(2, 2),
    excluded: 'outside-period',
    energy: 1,
  });
  const slice = { run_no: 1, entity_no: 1, session_no: 1, unit_no: 1, place_no: 1, unpriced: 0 };
  const hour = { day: 1, month: 1, counts: 1, duration_ms: 1 };
  await insert(db, 'report_slices', { ...slice, ...hour, hour_at: 1, hour: 1, energy: 4_000_000 });
  await insert(db, 'report_slices', { ...slice, ...hour, hour_at: 2, hour: 2, energy: 3_000_001 });
  const finding = { run_no: 1, entity_no: 1, session_no: 1 };
  await insert(db, 'report_findings', { ...finding, kind: 'overlap' });
  await insert(db, 'report_findings', { ...finding, kind: 'missing-fields' });
}

test.each([
  ['SQLite', () => openSqlite<Store>(':memory:', BEFORE)],
  ['PostgreSQL', async () => openPostgres<Store>(await emptyPostgresUrl(), BEFORE)],
])('what reports kept as runs in %s is taken over, and their tables go', async (_name, open) => {
  const db = await open();
  await fill(db);
  await migrate(db, MIGRATIONS, 'test');

  expect(await listDefinitions(db)).toMatchObject([
    { id: uuid(6, 1), name: 'New', search: ADDRESS, savedBy: 'Olga' },
  ]);
  const none = { perSession: null, perHour: null };
  expect(await listTariffs(db)).toMatchObject([
    {
      id: uuid(9, 1),
      version: 2,
      content: {
        periods: [
          { from: '2026-03-01', energy: { kind: 'flat', price: '0.20' }, ...none },
          { from: '2026-03-10', energy: null, ...none },
          { from: '2026-03-20', energy: { kind: 'flat', price: '0.30' }, ...none },
        ],
      },
    },
  ]);

  const row = await findSealed(db, uuid(8, 1));
  expect(sealedSummary(row, 'CHF')).toMatchObject({
    name: 'Spring',
    sealedBy: 'Alice',
    search: { ...ADDRESS, period: '2026-03-01_2026-03-31' },
    totals: [{ sessions: 1, energy: '7.000001', cost: '1.4', highestAverageW: '7400' }],
  });
  const manifest = SealedManifest.parse(JSON.parse(row.manifest));
  expect(manifest).toMatchObject({
    entities: [
      { id: uuid(1, 1), name: 'Van' },
      { id: uuid(1, 2), name: null },
    ],
    basis: { entities: 2, unread: 1, failed: 1 },
    exceptions: [{ kind: 'overlap', sessions: 1 }],
    exclusions: [{ reason: 'outside-period', sessions: 1 }],
  });
  // What the audit log says can still be checked.
  expect(manifest.earlier).toEqual({ hash: HASH, manifest: MANIFEST });

  // Reading them checks the hashes of the manifest and of its lines.
  const sessions = [];
  for await (const session of sealedSessions(db, row)) sessions.push(session);
  expect(sessions).toMatchObject([
    {
      entityId: uuid(1, 1),
      entityName: 'Van',
      id: uuid(2, 1),
      start: '2026-03-01T23:00:00.000Z',
      zone: 'Europe/Paris',
      energy: '7.000001',
      counted: '7.000001',
      cost: '1.4',
      averagePowerW: '7400',
      address: 'Gate 1',
      excluded: null,
      exceptions: ['overlap'],
    },
    { id: uuid(2, 2), start: null, counted: null, excluded: 'outside-period', exceptions: [] },
  ]);

  await expect(sql`select * from report_runs`.execute(db)).rejects.toThrow('report_runs');
  await db.destroy();
});
