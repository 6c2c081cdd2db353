import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../contract/charge-session.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import { Figures } from '../../contract/console/report-figures.ts';
import { IDEMPOTENCY_HEADER, REASON_HEADER } from '../../contract/console/headers.ts';
import { z } from '../../contract/zod.ts';
import { flatTariff } from '../../domain/reports/testing/told-report.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { chargeSession, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { cellsOf, unzip } from './testing/read-xlsx.ts';
import { reportApp } from './testing/report-app.ts';
import { NOW, storeWorld, uuid } from './testing/stored-world.ts';

const APRIL = Date.UTC(2026, 3, 1);
const HOUR = 3_600_000;
const [VAN, BUS] = [uuid(1, 1), uuid(1, 2)];

let db: Kysely<Store>;
let app: FastifyInstance;
let address: string;
let told: unknown[];
let ask: ReturnType<typeof reportApp>['ask'];

beforeEach(async () => {
  db = await memoryStore();
  const session = (no: number, hour: number, energy: number) =>
    chargeSession({ id: uuid(2, no), startMs: APRIL + hour * HOUR, energy });
  const search = await storeWorld(db, {
    [VAN]: [session(1, 1, 10.25), session(2, 30, -0.5)],
    [BUS]: [session(3, 2, 7)],
  });
  address = new URLSearchParams({
    entities: search.entities ?? '',
    zone: 'Europe/Zurich',
  }).toString();
  ({ app, told, ask } = reportApp(db));
});
afterEach(async () => {
  await app.close();
  await db.destroy();
});

test('figures, sessions and statements of an address', async () => {
  const figures = (
    await ask('figures', { query: `${address}&by=entity.day&chart=day&compare=before` })
  ).json();
  expect(REPORT_ROUTES.figures.answer.parse(figures)).toMatchObject({
    state: 'ready',
    totals: [{ energy: '16.75', sessions: 3 }],
    count: 3,
  });
  const sessions = await ask('figureSessions', { query: `${address}&inEntity=${VAN}&limit=1` });
  expect(REPORT_ROUTES.figureSessions.answer.parse(sessions.json())).toMatchObject({
    state: 'ready',
    count: 2,
    sessions: [{ id: uuid(2, 1) }],
  });
  const statements = await ask('figureStatements', { query: address });
  expect(REPORT_ROUTES.figureStatements.answer.parse(statements.json())).toMatchObject({
    count: 2,
    statements: [{ key: VAN, sessions: 2 }, { key: BUS }],
  });
});

test('an address with a name or a value that does not exist is refused with that name', async () => {
  for (const [query, name] of [
    ['by=entity.nothing', 'by'],
    ['period=soon', 'period'],
    ['Zone=UTC', 'Zone'],
    ['zone=Nowhere', 'zone'],
    ['tariff=x', 'tariff'],
    ['tariffs=garbage', 'tariffs'],
    [`tariffs=tag%3A%25FF%3D${uuid(9, 1)}_1`, 'tariffs'],
    [`saved=${uuid(5, 9)}&sealed=${uuid(6, 9)}`, 'sealed'],
  ] as const) {
    const answers = [
      await ask('figures', { query }),
      await ask('figureFile', { path: 'csv', query }),
    ];
    for (const { statusCode, body, headers } of answers) {
      expect([statusCode, body]).toEqual([400, expect.stringContaining(name)]);
      expect(headers).not.toHaveProperty('content-disposition');
    }
  }
});

test('CSV has its header in the first line, and the marks that were chosen', async () => {
  const plain = await ask('figureFile', { path: 'csv', query: `${address}&rows=sessions` });
  expect(plain.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="report-2026-04-01-to-2026-04-30-sessions.csv"',
  });
  const [header = '', first = '', ...others] = plain.body.split('\r\n');
  expect(header.split(',').slice(0, 5)).toEqual([
    'No.',
    'Entity',
    'Entity id',
    'Session id',
    'Start (Europe/Zurich)',
  ]);
  expect(first).toContain('2026-04-01T03:00:00+02:00');
  expect(others).toHaveLength(3);
  const german = await ask('figureFile', {
    path: 'csv',
    query: `${address}&mark=yes&separator=semicolon&decimal=comma`,
  });
  const lines = german.body.split('\r\n');
  expect(lines[0]?.startsWith('\uFEFFNo.;Entity;')).toBe(true);
  // A number below zero is no formula.
  expect(lines[1]).toContain(';9,75;kWh;');
  const days = await ask('figureFile', {
    path: 'csv',
    query: `${address}&by=day&separator=tab&decimal=comma`,
  });
  expect(days.body).toContain('\t-0,5\tkWh\t');
});

test('XLSX has a filter, widths, dates and formats', async () => {
  const { rawPayload } = await ask('figureFile', {
    path: 'xlsx',
    query: `${address}&rows=sessions`,
  });
  const files = unzip(rawPayload);
  const sheet = files.get('xl/worksheets/sheet2.xml') ?? '';
  expect(sheet).toContain('<pane ySplit="1"');
  expect(sheet).toContain('<col min="2" max="2" width="24" customWidth="1"/>');
  expect(sheet).toMatch(/<autoFilter ref="A1:[A-Z]+4"\/><\/worksheet>$/);
  expect(sheet).toContain('<c s="6"><v>10.25</v></c>');
  const [header = [], ...rows] = cellsOf(sheet);
  expect(rows.map((row) => Number(row[header.indexOf('Energy in period')]))).toEqual([
    10.25, -0.5, 7,
  ]);
  // 1 April 2026, 3 o'clock in Zurich.
  expect(Number(rows[0]?.[header.indexOf('Start (Europe/Zurich)')])).toBeCloseTo(46_113.125, 6);
  const about = cellsOf(files.get('xl/worksheets/sheet1.xml') ?? '');
  expect(about).toContainEqual(['Energy in kWh', '16.75']);
  expect(about).toContainEqual(['Exception: Energy below zero', '1']);
});

test('a text that a spreadsheet would run is a text in files', async () => {
  const of = (no: number, address_: string) => ({
    ...chargeSession({ id: uuid(2, no), startMs: APRIL + 5 * HOUR, energy: no }),
    data: { start: '2026-04-03T00:00:00Z', location: { address: address_ } },
  });
  const texts = ['=1+1', '＝1+1', '@SUM(A1)', '-2+3', 'a, "b"'];
  const evil = texts.map((each, at) => ChargeSession.parse(of(10 + at, each)));
  await storeFleetSessions(db, uuid(1, 3), evil, NOW);
  const query = `entities=${uuid(1, 3)}&rows=sessions&period=all`;
  const csv = Papa.parse<string[]>(
    (await ask('figureFile', { path: 'csv', query })).body.trimEnd(),
  );
  const column = csv.data[0]?.indexOf('Address') ?? -1;
  const safe = ["'=1+1", "'＝1+1", "'@SUM(A1)", "'-2+3", 'a, "b"'];
  expect(csv.data.slice(1).map((row) => row[column])).toEqual(safe);
  const { rawPayload } = await ask('figureFile', { path: 'xlsx', query });
  const sheet = unzip(rawPayload).get('xl/worksheets/sheet2.xml') ?? '';
  expect(
    cellsOf(sheet)
      .slice(1)
      .map((row) => row[column]),
  ).toEqual(texts);
  expect(sheet).not.toContain('<f>');
});

test('a file of statements has the lines of each, with its total', async () => {
  const body = { id: uuid(9, 1), content: flatTariff('0.3', { perSession: '1' }) };
  expect((await ask('saveTariff', { body })).statusCode).toBe(200);
  expect((await ask('tariffs')).json()).toMatchObject({
    tariffs: [{ version: 1, savedBy: 'Alice' }],
  });
  const query = `${address}&rows=statements&tariff=${uuid(9, 1)}_1`;
  const lines = (await ask('figureFile', { path: 'csv', query })).body
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name: string) => lines[0]?.indexOf(name) ?? -1;
  expect(
    lines.slice(1, -1).map((line) => [line[column('Line')], line[column('Amount (CHF)')]]),
  ).toEqual([
    ['Energy at 0.3 CHF/kWh', '2.93'],
    ['Fee per session', '2.00'],
    ['Total', '4.93'],
    ['Energy at 0.3 CHF/kWh', '2.10'],
    ['Fee per session', '1.00'],
    ['Total', '3.10'],
  ]);
  expect((await ask('deleteTariff', { path: uuid(9, 1) })).statusCode).toBe(204);
  expect((await ask('tariffs')).json()).toEqual({ tariffs: [] });
  expect((await ask('figures', { query: `${address}&tariff=${uuid(9, 1)}_1` })).statusCode).toBe(
    200,
  );
});

test('a file of prices is read without being saved', async () => {
  const send = (text: string) =>
    ask('readPrices', {
      body: { file: Buffer.from(text).toString('base64'), zone: 'Europe/Zurich' },
    });
  expect((await send('time;price\n01.03.2026 00:00;0,25')).json()).toMatchObject({
    count: 0,
    list: { prices: ['0.25'] },
  });
  expect((await send('time;price\n01.03.2026 00:00;x')).json()).toMatchObject({
    list: null,
    count: 2,
  });
});

test('sealing keeps the file for ever, answers the same key alike, and needs a reason to undo', async () => {
  const seen = Figures.parse((await ask('figures', { query: address })).json());
  const body = { search: Object.fromEntries(new URLSearchParams(address)), totals: seen.totals };
  const headers = { [IDEMPOTENCY_HEADER]: uuid(6, 1) };
  expect((await ask('sealFigures', { body })).statusCode).toBe(400);
  const made = await ask('sealFigures', { body, headers });
  expect(made.statusCode).toBe(201);
  const again = await ask('sealFigures', { body, headers });
  expect([again.statusCode, again.json()]).toEqual([200, made.json()]);
  const other = await ask('sealFigures', {
    body: { ...body, keep: { until: '2030-12-31', zone: 'Europe/Zurich' } },
    headers,
  });
  expect([other.statusCode, other.json()]).toEqual([
    409,
    expect.objectContaining({
      message: expect.stringContaining('sealed before as it was asked for then'),
    }),
  ]);
  const { hash } = z.object({ hash: z.string() }).parse(made.json());
  // Its address names all that it is of, however many Entities that are.
  expect((await ask('figures', { query: `sealed=${uuid(6, 1)}` })).json()).toMatchObject({
    state: 'ready',
    from: seen.from,
    totals: seen.totals,
  });
  expect((await ask('figures', { query: `sealed=${uuid(6, 9)}` })).statusCode).toBe(404);
  expect(told).toEqual([{ id: uuid(6, 1), sealed: hash }, { reports: null }, 'repeated']);
  const sealedFile = (format: string) =>
    app.inject({ method: 'GET', url: `/api/console/reports/sealed/${uuid(6, 1)}/file/${format}` });
  const before = await sealedFile('csv');
  await db.updateTable('fleet_sessions').set({ current: 0 }).execute();
  await db.updateTable('fleet_reads').set({ asked_at: 5 }).execute();
  expect((await sealedFile('csv')).body).toBe(before.body);
  expect(before.body.split('\r\n')).toHaveLength(5);
  expect(
    cellsOf(unzip((await sealedFile('xlsx')).rawPayload).get('xl/worksheets/sheet1.xml') ?? ''),
  ).toContainEqual(['Manifest SHA-256', hash]);
  expect((await ask('sealedDifferences', { path: uuid(6, 1) })).json()).toMatchObject({
    state: 'ready',
    sessionCount: 3,
    totals: [],
  });
  expect((await ask('sealedReports')).json()).toMatchObject({
    count: 1,
    reports: [{ hash, sealedBy: 'Alice' }],
  });
  expect((await ask('deleteSealed', { path: uuid(6, 1) })).statusCode).toBe(400);
  const reason = { [REASON_HEADER]: 'Sealed%20by%20mistake' };
  expect((await ask('deleteSealed', { path: uuid(6, 1), headers: reason })).statusCode).toBe(204);
  expect((await ask('sealedReport', { path: uuid(6, 1) })).statusCode).toBe(404);
});

test('definitions and decisions are stored by their routes', async () => {
  const body = { id: uuid(5, 1), name: 'Depot', search: { by: 'day' } };
  expect((await ask('saveDefinition', { body })).json()).toMatchObject({
    name: 'Depot',
    savedBy: 'Alice',
  });
  expect((await ask('definitions')).json()).toMatchObject({
    definitions: [{ search: { by: 'day' } }],
  });
  const decision = {
    entityId: VAN,
    sessionId: uuid(2, 2),
    kind: 'left-out',
    reason: 'A meter ran backwards',
  };
  expect((await ask('decideSession', { body: decision })).statusCode).toBe(204);
  const figures = await ask('figures', { query: `${address}&saved=${uuid(5, 1)}` });
  expect(figures.json()).toMatchObject({
    totals: [{ energy: '17.25' }],
    groups: [{ keys: [{ key: '2026-04-01' }] }],
  });
  expect((await ask('deleteDefinition', { path: uuid(5, 1) })).statusCode).toBe(204);
  expect((await ask('figures', { query: `saved=${uuid(5, 1)}` })).statusCode).toBe(404);
});

test('what a report lacks is read on request, not by looking at it', async () => {
  const search = Object.fromEntries(new URLSearchParams(address));
  await db
    .updateTable('fleet_reads')
    .where('entity_id', '=', BUS)
    .set({ read_at: null, known_from: null })
    .execute();
  expect((await ask('figures', { query: address })).json()).toMatchObject({ basis: { unread: 1 } });
  expect(told).toEqual([]);
  expect((await ask('readMissing', { body: { search } })).json()).toEqual({ queued: 2 });
  expect(told).toEqual([null, 'woken']);
  const asked = await db
    .selectFrom('fleet_reads')
    .where('rank', '=', 0)
    .select(['entity_id', 'resource'])
    .orderBy('resource')
    .execute();
  expect(asked).toEqual([
    { entity_id: BUS, resource: 'history' },
    { entity_id: BUS, resource: 'sessions' },
  ]);
});

test('known units add up in kWh beside their own totals', async () => {
  await db
    .updateTable('fleet_sessions')
    .where('entity_id', '=', BUS)
    .set({
      // As one that was stored before reports kept what they count.
      facts: null,
      content: JSON.stringify({
        id: uuid(2, 3),
        data: {
          start: '2026-04-01T02:00:00Z',
          end: '2026-04-01T03:00:00Z',
          charge: { total: { total: 7000.0005, unit: 'Wh' } },
        },
      }),
    })
    .execute();
  expect((await ask('figures', { query: address })).json()).toMatchObject({
    totals: [
      { unit: 'kWh', energy: '9.75' },
      { unit: 'Wh', energy: '7000.0005' },
    ],
    kwh: '16.750001',
  });
});
