import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../contract/charge-session.ts';
import { Figures } from '../../contract/console/report-figures.ts';
import { IDEMPOTENCY_HEADER } from '../../contract/console/headers.ts';
import { z } from '../../contract/zod.ts';
import { flatTariff } from '../../domain/reports/testing/told-report.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { chargeSession } from '../fleet/testing/fleet-rows.ts';
import { reportApp } from './testing/report-app.ts';
import { storeTariff, storeWorld, uuid } from './testing/stored-world.ts';

const run = promisify(execFile);
const PYTHON = '/usr/bin/python3';
const hasReaders =
  spawnSync('soffice', ['--version']).status === 0 &&
  spawnSync(PYTHON, ['-c', 'import openpyxl']).status === 0;
/** Every sheet, comma, quotes, UTF-8, all texts quoted as they are, numbers with all digits. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
const READ = `import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps([[str(v) if v is not None else '' for v in row]
  for row in book[sys.argv[2]].iter_rows(values_only=True)]))`;
const Rows = z.array(z.array(z.string()));

/** A cell as a spreadsheet has it: numbers by their value, instants by the clock of their zone, no apostrophes. */
function plain(text: string): string {
  const [, date, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d).*)?$/.exec(text) ?? [];
  if (date !== undefined) return `${date} ${time}`;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return String(Number(text));
  return text.replace(/^'/, '');
}
const table = (csv: string) =>
  Rows.parse(Papa.parse(csv.trimEnd(), { header: false }).data).map((row) => row.map(plain));

let db: Kysely<Store>;
let folder: string;
beforeEach(async () => {
  db = await memoryStore();
  folder = await mkdtemp(path.join(tmpdir(), 'workbook-'));
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

// Skipped where `soffice` of LibreOffice Calc, or the Python package openpyxl, is not installed.
test.skipIf(!hasReaders)(
  'LibreOffice and openpyxl read in each workbook the cells of the CSV',
  { timeout: 120_000 },
  async () => {
    const april = Date.UTC(2026, 3, 1);
    const texts = [
      '=1+1',
      'Gate 1, "North"',
      '  two  spaces',
      'Zürich 東京 🚗',
      '<b>&amp;</b>',
      '007',
    ];
    const sessions = texts.map((address, at) => ({
      ...chargeSession({ id: uuid(2, at), startMs: april + at * 7e6, energy: 0 }),
      data: {
        start: new Date(april + at * 100e6).toISOString(),
        end: new Date(april + at * 100e6 + 5e6).toISOString(),
        charge: { total: { total: 12.345678 * (at - 1), t1: 1, unit: at === 5 ? 'Wh' : 'kWh' } },
        location: { address },
      },
    }));
    const world = { [uuid(1, 1)]: sessions.map((each) => ChargeSession.parse(each)) };
    const { entities = '' } = await storeWorld(db, world);
    const tariff = await storeTariff(db, uuid(9, 1), flatTariff('0.271828', { perSession: '1' }));
    const { app, ask } = reportApp(db);
    const search = { entities, tariff, period: '2026-03-01_2026-04-30', zone: 'Europe/Zurich' };
    const query = new URLSearchParams(search).toString();
    const { totals } = Figures.parse((await ask('figures', { query })).json());
    const headers = { [IDEMPOTENCY_HEADER]: uuid(6, 1) };
    expect((await ask('sealFigures', { body: { search, totals }, headers })).statusCode).toBe(201);

    const files = new Map([
      ...['Groups', 'Sessions', 'Statements'].map(
        (sheet) =>
          [
            sheet,
            (format: string) =>
              `/api/console/reports/file/${format}?${query}&by=day.address&rows=${sheet.toLowerCase()}`,
          ] as const,
      ),
      [
        'sealed',
        (format: string) => `/api/console/reports/sealed/${uuid(6, 1)}/file/${format}`,
      ] as const,
    ]);
    const own = new Map<string, string[][]>();
    for (const [name, url] of files) {
      const [csv, xlsx] = [
        await app.inject({ method: 'GET', url: url('csv') }),
        await app.inject({ method: 'GET', url: url('xlsx') }),
      ];
      await writeFile(path.join(folder, `${name}.xlsx`), xlsx.rawPayload);
      own.set(name, table(csv.body));
    }
    const books = [...files.keys()].map((name) => path.join(folder, `${name}.xlsx`));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    await run('soffice', [
      profile,
      '--headless',
      '--convert-to',
      CSV,
      '--outdir',
      folder,
      ...books,
    ]);
    for (const [name, rows] of own) {
      const sheet = name === 'sealed' ? 'Sessions' : name;
      expect(rows.length).toBeGreaterThan(4);
      const libre = await readFile(path.join(folder, `${name}-${sheet}.csv`), 'utf8');
      expect([name, table(libre)]).toEqual([name, rows]);
      const { stdout } = await run(PYTHON, ['-c', READ, path.join(folder, `${name}.xlsx`), sheet]);
      expect([name, Rows.parse(JSON.parse(stdout)).map((row) => row.map(plain))]).toEqual([
        name,
        rows,
      ]);
    }
  },
);
