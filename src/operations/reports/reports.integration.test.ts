import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from '../../contract/zod.ts';
import { AuditPage } from '../../contract/console/audit.ts';
import { REASON_HEADER } from '../../contract/console/headers.ts';
import { LiveChanges } from '../../contract/console/live.ts';
import { Problem } from '../../contract/console/problem.ts';
import type { ReportGroups, ReportSums } from '../../contract/console/report-result.ts';
import type { ReportRun } from '../../contract/console/report-run.ts';
import { CONSOLE_ROUTES, type ConsoleRouteName } from '../../contract/console/routes.ts';
import { fillPath } from '../../contract/paths.ts';
import { DEFAULT_DIALECT } from '../../contract/queries.ts';
import { parseServiceConfig } from '../../service/config.ts';
import { startService, type RunningService } from '../../service/start-service.ts';
import { trusted } from '../../lib/trusted.ts';
import { startTestConsole, type TestConsole } from '../../server/testing/console-harness.ts';
import { recordsOf, sum, tableOf } from './testing/read-csv.ts';
import { cellsOf, unzip } from './testing/read-xlsx.ts';
import {
  DEFINITION,
  SESSIONS,
  TARIFF,
  VANS,
  VAN_WORLD,
  definition,
  id,
  tariff,
} from './testing/van-world.ts';

/** Longer than any machine needs for what a test does meanwhile. */
const UNHURRIED_MS = 300_000;

let service: RunningService;
let gridhelm: TestConsole;
const cookies = { viewer: '', operator: '', approver: '', administrator: '' };
const dataDir = mkdtempSync(path.join(tmpdir(), 'reports-'));

/** @param timeoutMs short if a test is about time-outs, long if it holds the service */
async function startGridhelm(timeoutMs = 5000) {
  gridhelm = await startTestConsole(service, {
    upstream: {
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      ...service.credentials,
      scope: 'esp',
      dialect: DEFAULT_DIALECT,
      timeoutMs,
      maxInFlight: 8,
    },
    seed: { source: `world:${service.worldKey}`, directory: service.directory() },
    config: { dataDir, logLevel: 'warn', requestsPerSecond: 200 },
  });
  for (const role of ['viewer', 'operator', 'approver', 'administrator'] as const) {
    cookies[role] = await gridhelm.signIn(role);
  }
}

beforeAll(async () => {
  const file = path.join(dataDir, 'world.json');
  writeFileSync(file, JSON.stringify(VAN_WORLD));
  const parsed = parseServiceConfig({
    DATA_DIR: dataDir,
    SERVICE_PORT: '0',
    SERVICE_CONTROL_PORT: '0',
    SERVICE_WORLD: file,
  });
  if ('problems' in parsed) throw new Error(parsed.problems.join());
  service = await startService(parsed.config);
  await startGridhelm();
}, 60_000);
afterAll(async () => {
  await gridhelm.running.close();
  await service.close();
});

/** Sets the faults of the Service. */
async function faults(rules: readonly object[]) {
  const reply = await fetch(`${service.controlUrl}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rules),
  });
  expect(reply.status).toBe(204);
}

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  by?: keyof typeof cookies;
  headers?: Record<string, string>;
}

function pathOf(name: ConsoleRouteName, { params = {}, query = {} }: Asked): string {
  const asked = new URLSearchParams(query).toString();
  return `${fillPath(CONSOLE_ROUTES[name].path, params)}${asked === '' ? '' : `?${asked}`}`;
}

const send = (name: ConsoleRouteName, asked: Asked = {}) =>
  gridhelm.page(
    {
      method: CONSOLE_ROUTES[name].method,
      path: pathOf(name, asked),
      ...(asked.body === undefined ? {} : { body: asked.body }),
      ...(asked.headers === undefined ? {} : { headers: asked.headers }),
    },
    cookies[asked.by ?? 'operator'],
  );

type Answer<Name extends ConsoleRouteName> =
  (typeof CONSOLE_ROUTES)[Name]['answer'] extends z.ZodType
    ? z.infer<(typeof CONSOLE_ROUTES)[Name]['answer']>
    : null;

/** Asks as the page does and parses the answer with its schema. */
async function ask<Name extends ConsoleRouteName>(
  name: Name,
  asked: Asked = {},
): Promise<Answer<Name>> {
  const reply = await send(name, asked);
  expect([name, reply.status < 300 ? '' : reply.text]).toEqual([name, '']);
  // Parsed with the schema that the type is inferred from.
  return trusted<Answer<Name>>(CONSOLE_ROUTES[name].answer?.parse(reply.json()) ?? null);
}

const run = (of: string) => ask('reportRun', { params: { id: of } });
const begin = () =>
  ask('startReport', { body: { definition, saved: { id: DEFINITION, version: 1 } } });
async function ended(of: string): Promise<ReportRun> {
  await expect
    .poll(async () => (await run(of)).state, { timeout: 30_000, interval: 100 })
    .not.toBe('running');
  return run(of);
}

/** Where changes are followed from, once those of earlier runs were told. */
async function quietCursor(): Promise<string> {
  let cursor = '';
  const isQuiet = async () => {
    const before = cursor;
    ({ cursor } = await ask('liveChanges'));
    return cursor === before;
  };
  // Longer than running reports are told apart.
  await expect.poll(isQuiet, { interval: 1500, timeout: 30_000 }).toBe(true);
  return cursor;
}

const changedSince = async (cursor: string) => {
  const target = `${CONSOLE_ROUTES.liveChanges.path}?since=${cursor}`;
  return LiveChanges.parse((await gridhelm.page({ path: target }, cookies.viewer)).json()).changed;
};

const groupsOf = (of: string, by: string): Promise<ReportGroups> =>
  ask('reportGroups', { params: { id: of }, query: { by } });

async function fileOf(of: string, format: 'csv' | 'xlsx', by?: string) {
  const asked = { params: { id: of, format }, ...(by === undefined ? {} : { query: { by } }) };
  const answer = await fetch(`http://127.0.0.1:${gridhelm.port}${pathOf('exportReport', asked)}`, {
    headers: { 'x-gridhelm': '1', cookie: cookies.operator },
  });
  expect(answer.status).toBe(200);
  return { answer, content: Buffer.from(await answer.arrayBuffer()) };
}

/** Checks a file of sessions against the totals of the screen. */
function expectSessions(records: readonly (readonly string[])[], totals: readonly ReportSums[]) {
  const { column, body, totals: written } = tableOf(records, 'Entity');
  for (const [name, of] of [
    ['Sessions in period', (sums: ReportSums) => String(sums.sessions)],
    ['Energy in period', (sums: ReportSums) => sums.energy],
    ['Cost in period', (sums: ReportSums) => sums.cost],
  ] as const) {
    expect(written.map((row) => row[column(name)])).toEqual(totals.map(of));
    expect([name, sum(body.map((row) => row[column(name)]))]).toEqual([name, ...totals.map(of)]);
  }
  return body;
}

describe('a report from its definition to its files', () => {
  let first: ReportRun;

  test('is defined by operators who may, with a tariff by operators who may', async () => {
    const refused = await send('saveTariff', { body: { id: TARIFF, content: tariff } });
    expect([refused.status, refused.problem().errors[0]?.message]).toEqual([
      403,
      'The role operator may not change tariffs.',
    ]);
    const content = { id: TARIFF, content: tariff };
    expect(await ask('saveTariff', { body: content, by: 'approver' })).toMatchObject({
      version: 1,
      content: tariff,
    });
    const body = { id: DEFINITION, name: 'Spring, Zürich', definition };
    expect((await send('saveReportDefinition', { body, by: 'viewer' })).status).toBe(403);
    const saved = await ask('saveReportDefinition', { body });
    expect(saved).toMatchObject({ version: 1, name: 'Spring, Zürich' });
    expect((await send('saveReportDefinition', { body })).status).toBe(200);
    expect(await ask('reportDefinitions', { by: 'viewer' })).toEqual({ definitions: [saved] });
    const scope = { ...definition.scope, entities: [id(9, 9)] };
    expect(await ask('reportScope', { body: scope, by: 'viewer' })).toEqual({
      entities: 7,
      unknown: [id(9, 9)],
    });
  });

  test('is not begun by a viewer, without an Entity, or with references that do not exist', async () => {
    const start = (change: object, by: keyof typeof cookies = 'operator') =>
      send('startReport', { body: { definition: { ...definition, ...change }, saved: null }, by });
    expect((await start({}, 'viewer')).status).toBe(403);
    const nobody = await start({ scope: { ...definition.scope, collectives: [id(9, 1)] } });
    expect([nobody.status, nobody.problem().errors[0]?.message]).toEqual([
      400,
      'There is no Entity in this scope, so there is nothing to read. Nothing was begun; choose other Entities.',
    ]);
    expect((await start({ zone: 'Mars/Olympus' })).status).toBe(400);
    expect((await start({ tariff: { id: TARIFF, version: 2 } })).status).toBe(404);
    expect(await ask('reportRuns')).toEqual({ runs: [], count: 0 });
  });

  test('is partial with two failing Entities, and shows that everywhere', async () => {
    const failing = [VANS[1], VANS[4]].map((van) => ({
      endpoint: 'listChargeSessions',
      kind: 'status',
      status: 500,
      address: van,
      errors: [{ code: 'Broken', description: null, message: `No disk for ${van}` }],
    }));
    await faults(failing);
    const { cursor } = await ask('liveChanges');
    const { id: of } = await begin();
    first = await ended(of);
    expect(first).toMatchObject({
      state: 'partial',
      name: 'Spring, Zürich',
      saved: { id: DEFINITION, version: 1 },
      from: '2026-02-01',
      to: '2026-04-10',
      relation: null,
      progress: {
        entities: { total: 6, done: 4, failed: 2, waiting: 0 },
        sessions: 4 * SESSIONS,
        knownLate: null,
        offboarded: 0,
      },
      hash: null,
    });
    expect(await changedSince(cursor)).toMatchObject({ reports: null, report: [of] });
    const failed = await ask('reportEntities', { params: { id: of }, query: { state: 'failed' } });
    expect(failed.count).toBe(2);
    expect(failed.entities.map(({ entityId }) => entityId).toSorted()).toEqual([VANS[1], VANS[4]]);
    for (const { error, entityId } of failed.entities) {
      expect(error).toContain(`No disk for ${entityId}`);
    }
    const { findings } = await ask('reportFindings', { params: { id: of } });
    expect(findings).toContainEqual({ kind: 'not-read', count: 2 });
    const { answer, content } = await fileOf(of, 'csv');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="Spring-Zurich-2026-02-01-to-2026-04-10-PARTIAL.csv"',
    );
    const records = recordsOf(content);
    expect(records).toContainEqual(
      expect.arrayContaining(['State', 'partial: PARTIAL, not all was read']),
    );
    expectSessions(records, (await groupsOf(of, 'entity')).totals);
  }, 60_000);

  test('retries only the failed ones, and then the report is complete', async () => {
    await faults([]);
    const before = await groupsOf(first.id, 'entity');
    const params = { id: first.id };
    expect(
      (await send('retryReport', { params, body: { entityId: null }, by: 'viewer' })).status,
    ).toBe(403);
    expect(await ask('retryReport', { params, body: { entityId: VANS[1] } })).toEqual({
      queued: 1,
    });
    expect((await ended(first.id)).progress.entities).toMatchObject({ done: 5, failed: 1 });
    expect(await ask('retryReport', { params, body: { entityId: null } })).toEqual({ queued: 1 });
    first = await ended(first.id);
    expect(first).toMatchObject({
      state: 'complete',
      progress: { entities: { done: 6, failed: 0 }, sessions: 6 * SESSIONS },
    });
    const again = await send('retryReport', { params, body: { entityId: null } });
    expect(again.status).toBe(409);
    const after = await groupsOf(first.id, 'entity');
    expect([before.count, after.count]).toEqual([4, 6]);
    for (const group of before.groups) expect(after.groups).toContainEqual(group);
  }, 60_000);

  test('is sealed by operators who may, once, and never changes after that', async () => {
    const params = { id: first.id };
    const early = await send('reportManifest', { params });
    expect([early.status, early.problem().code]).toEqual([409, 'invalid_request']);
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await send('sealReport', { params, headers, by: 'viewer' })).status).toBe(403);
    expect((await send('sealReport', { params })).problem().code).toBe('idempotency_key_missing');
    first = await ask('sealReport', { params, headers });
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
    const manifest = await ask('reportManifest', { params });
    expect(manifest).toMatchObject({ name: 'Spring, Zürich', tariff: { version: 1 } });
    expect(manifest.entities.every(({ readAt }) => typeof readAt === 'string')).toBe(true);
    expect(await ask('sealReport', { params, headers })).toEqual(first);
    const other = { 'Idempotency-Key': randomUUID() };
    expect((await send('sealReport', { params, headers: other })).status).toBe(409);
    expect((await send('retryReport', { params, body: { entityId: null } })).status).toBe(409);
  });

  test('is the same when run again, session by session', async () => {
    const params = { id: first.id };
    const made = await ask('relateReport', { params, body: { kind: 'again' } });
    expect(made).toMatchObject({ relation: { kind: 'again', run: first.id }, state: 'running' });
    const second = await ended(made.id);
    expect(second.state).toBe('complete');
    const sessionsOf = (of: ReportRun) =>
      ask('reportSessions', { params: { id: of.id }, query: { limit: '200' } });
    expect(await sessionsOf(second)).toEqual(await sessionsOf(first));
    const previous = await ask('relateReport', { params, body: { kind: 'previous' } });
    const twice = await ask('relateReport', { params, body: { kind: 'previous' } });
    expect(twice.id).toBe(previous.id);
    expect([previous.from, previous.to]).toEqual(['2025-11-24', '2026-01-31']);
    await ended(previous.id);
    const { runs, count } = await ask('reportRuns', { query: { limit: '2' } });
    expect([count, runs.map((one) => one.id)]).toEqual([3, [previous.id, second.id]]);
  }, 60_000);

  test('shows as an unlisted draft first, and the report is made from that draft', async () => {
    const draftOf = (change: object, replaces: string | null, by: keyof typeof cookies) =>
      send('draftReport', { body: { definition: { ...definition, ...change }, replaces }, by });
    expect((await draftOf({}, null, 'viewer')).status).toBe(403);
    const before = (await ask('reportRuns')).count;
    const cursor = await quietCursor();
    const { id: old } = await ask('draftReport', { body: { definition, replaces: null } });
    const body = { definition: { ...definition, boundary: 'start' }, replaces: old };
    const drafted = await ask('draftReport', { body });
    expect(drafted).toMatchObject({ draft: true, name: null });
    expect((await send('reportRun', { params: { id: old } })).status).toBe(404);
    const params = { id: drafted.id };
    expect(await ended(drafted.id)).toMatchObject({ state: 'complete', draft: true });
    const { totals } = await groupsOf(drafted.id, 'entity');
    expect(totals).toHaveLength(1);

    expect((await ask('reportRuns')).count).toBe(before);
    const changed = await changedSince(cursor);
    expect(changed.report).toContain(drafted.id);
    expect(changed).not.toHaveProperty('reports');
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await send('sealReport', { params, headers })).status).toBe(404);
    const file = { params: { ...params, format: 'csv' } };
    expect((await send('exportReport', file)).status).toBe(404);
    expect((await send('relateReport', { params, body: { kind: 'again' } })).status).toBe(404);

    const start = { definition: body.definition, saved: null, draft: drafted.id };
    const foreign = await ask('startReport', { body: start, by: 'approver' });
    expect(foreign.id).not.toBe(drafted.id);
    const made = await ask('startReport', { body: start });
    expect(made).toMatchObject({ id: drafted.id, draft: false, state: 'complete' });
    expect((await groupsOf(made.id, 'entity')).totals).toEqual(totals);
    expect((await send('exportReport', file)).status).toBe(200);
    expect((await ask('reportRuns')).count).toBe(before + 2);
  }, 60_000);

  test('its files, read by other programs, match the screen to the last digit', async () => {
    const { totals, groups } = await groupsOf(first.id, 'entity');
    expect(totals).toHaveLength(1);
    expect(sum(groups.map(({ energy }) => energy))).toBe(totals[0]?.energy);
    const csv = await fileOf(first.id, 'csv');
    expect(csv.answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(expectSessions(recordsOf(csv.content), totals)).toHaveLength(6 * SESSIONS);
    const xlsx = await fileOf(first.id, 'xlsx');
    const sheets = unzip(xlsx.content);
    const records = cellsOf(sheets.get('xl/worksheets/sheet2.xml') ?? '');
    expect(expectSessions(records, totals)).toHaveLength(6 * SESSIONS);
    expect(cellsOf(sheets.get('xl/worksheets/sheet1.xml') ?? '')).toContainEqual([
      'Manifest SHA-256',
      first.hash,
    ]);
    for (const by of ['entity', 'collective', 'month', 'hour-weekday', 'address'] as const) {
      const screen = await groupsOf(first.id, by);
      const file = await fileOf(first.id, 'csv', by);
      const grouped = recordsOf(file.content);
      const [title] = grouped.find((row) => row[1] === 'Key' || row[1]?.endsWith(' id')) ?? [];
      const { column, body, totals: sums } = tableOf(grouped, title ?? '');
      for (const [rows, expected] of [
        [body, screen.groups],
        [sums, screen.totals],
      ] as const) {
        expect(rows.map((row) => [row[column('Energy')], row[column('Cost')]])).toEqual(
          expected.map(({ energy, cost }) => [energy, cost]),
        );
      }
    }
  }, 60_000);

  test('is deleted for a reason by who may delete what is sealed, and its history stays in the audit log', async () => {
    const params = { id: first.id };
    expect((await send('deleteReportRun', { params, by: 'viewer' })).status).toBe(403);
    expect((await send('deleteReportRun', { params })).status).toBe(403);
    const bare = await send('deleteReportRun', { params, by: 'approver' });
    expect([bare.status, bare.problem().errors[0]?.message]).toEqual([
      400,
      'This report is sealed; deleting it needs a reason. Nothing was deleted.',
    ]);
    const headers = { [REASON_HEADER]: encodeURIComponent('Billed twice in März') };
    const { cursor } = await ask('liveChanges');
    expect((await send('deleteReportRun', { params, by: 'approver', headers })).status).toBe(204);
    // Its page and every list are read again, and find it gone.
    expect(await changedSince(cursor)).toMatchObject({ reports: null, report: [params.id] });
    expect((await send('reportRun', { params })).status).toBe(404);
    expect((await send('exportReport', { params: { ...params, format: 'csv' } })).status).toBe(404);
    const reply = await gridhelm.page(
      { path: '/api/console/audit?limit=500' },
      cookies.administrator,
    );
    const acts = AuditPage.parse(reply.json())
      .rows.filter(({ target }) => target?.includes(first.id) === true)
      .map(({ action, outcome, target }) => `${action} ${outcome} ${target ?? ''}`);
    expect(acts).toContain(`report-deleted done report run ${first.id}`);
    expect(acts).toContain(`export done report run ${first.id}, format csv`);
    expect(acts).toContain(`report done report run ${first.id}`);
    const deletion = AuditPage.parse(reply.json()).rows.find(
      ({ action, outcome }) => action === 'report-deleted' && outcome === 'done',
    );
    expect(JSON.parse(deletion?.body ?? 'null')).toMatchObject({
      hash: first.hash,
      title: 'Spring, Zürich',
      reason: 'Billed twice in März',
    });
    const exports = AuditPage.parse(reply.json()).rows.filter(({ action }) => action === 'export');
    expect(exports.map(({ body }) => body)).toContain('{"by":"month"}');
    expect(exports.every(({ operatorName }) => operatorName !== null)).toBe(true);
  });
});

test('a run continues after a restart, with nothing missing or counted twice', async () => {
  const { id: whole } = await begin();
  await ended(whole);
  await gridhelm.running.close();
  await startGridhelm(UNHURRIED_MS);
  await faults([{ endpoint: 'listChargeSessions', kind: 'hold', address: 'continuationToken' }]);
  // Running it again reads everything once more.
  const { id: of } = await ask('relateReport', { params: { id: whole }, body: { kind: 'again' } });
  await expect
    .poll(async () => (await run(of)).progress.asked, { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(0);
  expect((await run(of)).state).toBe('running');
  const open = await send('deleteReportRun', { params: { id: of } });
  expect([open.status, Problem.parse(open.json()).errors[0]?.message]).toEqual([
    409,
    'This report is running. Stop it first, then delete it; nothing was deleted.',
  ]);
  await gridhelm.running.close();
  await faults([]);
  await startGridhelm(UNHURRIED_MS);
  const { state, progress } = await ended(of);
  expect([state, progress.sessions]).toEqual(['complete', 6 * SESSIONS]);
  // The time of the reads and their number may differ.
  const [one, two] = [await groupsOf(whole, 'day'), await groupsOf(of, 'day')];
  expect({ ...two, stand: null }).toEqual({ ...one, stand: null });
}, 90_000);

test('a run can be stopped at any point, and resumed', async () => {
  const { id: whole } = await begin();
  await ended(whole);
  await faults([{ endpoint: 'listChargeSessions', kind: 'hold' }]);
  const { id: of } = await ask('relateReport', { params: { id: whole }, body: { kind: 'again' } });
  const change = (state: string) => ask('changeReportRun', { params: { id: of }, body: { state } });
  expect((await change('stopped')).state).toBe('stopped');
  const stood = await run(of);
  expect(stood.progress.entities.waiting).toBeGreaterThan(0);
  const { content } = await fileOf(of, 'csv', 'entity');
  expect(recordsOf(content)).toContainEqual(
    expect.arrayContaining(['State', 'stopped: PARTIAL, not all was read']),
  );
  await faults([]);
  expect((await change('running')).state).toBe('running');
  expect(await ended(of)).toMatchObject({
    state: 'complete',
    progress: { sessions: 6 * SESSIONS },
  });
}, 60_000);
