import Papa from 'papaparse';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from '../../../contract/zod.ts';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import type { ReportSums } from '../../../contract/console/report-result.ts';
import type { Tariff } from '../../../contract/console/report-tariff.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { instant, sheetCell } from './export-cells.ts';
import { exportCsv, exportXlsx } from './write-export.ts';
import { groupTable } from './group-table.ts';
import { sessionTable } from './session-table.ts';
import { readGroups, readTotals } from '../results/read-groups.ts';
import { deleteRun } from '../runs/remove-run.ts';
import { findRun } from '../runs/runs.ts';
import { cellsOf, unzip } from '../testing/read-xlsx.ts';
import {
  DELETION,
  aDefinition,
  finishAndSeal,
  readInPages,
  storeRun,
} from '../testing/stored-run.ts';

// Hundreds of sessions per test, on busy machines.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const NOW = Date.parse('2026-05-20T12:00:00Z');
const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
/** Texts from outside: formulas, quotes, lines, a character that XML cannot contain. */
const NAMES = ['=HYPERLINK("http://x","y")', '@sum, "quoted"\nsecond line', 'A & B <c> \u0001 🚗'];
const ADDRESSES = ['+1+2', '-Gate, 3', null, '\t=1'];
const TARIFF: Tariff = {
  id: id(9, 1),
  version: 2,
  content: {
    name: '=cheap',
    currency: 'CHF',
    zone: 'UTC',
    validities: [
      { validFrom: '2026-01-01', validTo: null, rate: { kind: 'flat', price: '0.271828' } },
    ],
  },
};

let db: Kysely<Store>;
let run: ReportRunRow;

beforeEach(async () => {
  db = await memoryStore();
  const entities = NAMES.map((name, at) => ({ id: id(1, at), name, type: 'EV', collectives: [] }));
  const definition = aDefinition({ zone: 'Europe/Zurich', boundary: 'split' });
  const stored = await storeRun(db, { entities, definition, tariff: TARIFF }, NOW);
  for (const { id: entity } of entities) {
    const own = Array.from({ length: 230 }, (_, at) => {
      // Begins before the period; the last ones end after it.
      const start = Date.UTC(2026, 1, 28, 20) + at * 6.5 * 3_600_000;
      return ChargeSession.parse({
        id: id(Number(entity.slice(-4)) + 2, at),
        data: {
          start: isoInstant(start),
          end: isoInstant(start + 5.25 * 3_600_000),
          charge: {
            averagePower: { unit: 'W', value: 7400.5 },
            total: { total: 7 + at / 999_983, unit: at % 50 === 0 ? 'therm' : 'kWh' },
          },
          location: { address: ADDRESSES[at % ADDRESSES.length] },
        },
      });
    });
    await readInPages(db, stored, entity, own);
  }
  await finishAndSeal(db, stored.id, NOW);
  run = await findRun(db, stored.id);
});
afterEach(() => db.destroy());

/** A table as parsed by another program: records under its header, and the parts around them. */
function parsed(records: readonly (readonly string[])[]) {
  const at = records.findIndex(([first]) => first === 'Entity');
  const header = records[at] ?? [];
  const column = (name: string) => header.findIndex((one) => one.startsWith(name));
  const body = records.slice(at + 1).filter((row) => row[0]?.startsWith('Total, ') !== true);
  const totals = records.slice(at + 1).filter((row) => row[0]?.startsWith('Total, ') === true);
  return { about: records.slice(0, at), header, column, body, totals };
}

const sum = (texts: readonly (string | undefined)[]) =>
  microsToText(texts.reduce((all, text) => all + (microsOfText(text ?? '') ?? 0n), 0n));

async function expectTotals(records: readonly (readonly string[])[]) {
  const screen = await readTotals(db, run.run_no);
  const { column, body, totals } = parsed(records);
  expect(screen.map(({ unit }) => unit)).toEqual(['kWh', 'therm']);
  for (const [at, sums] of screen.entries()) {
    const own = body.filter((row) => row[column('Energy unit')] === sums.unit);
    const expected = [
      ['Sessions in period', String(sums.sessions)],
      ['Energy in period', sums.energy],
      ['Cost', sums.cost],
      ['Energy without a price', sums.unpriced],
    ] as const;
    for (const [name, value] of expected) {
      expect([name, totals[at]?.[column(name)]]).toEqual([name, value]);
      expect([name, sum(own.map((row) => row[column(name)]))]).toEqual([name, value]);
    }
  }
}

async function gathered(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

async function csvRecords() {
  const text = await gathered(exportCsv(await sessionTable(db, run, NOW)));
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.replaceAll('\r\n', '').replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[\r\n]/);
  return z.array(z.array(z.string())).parse(Papa.parse(text.replace(/\r\n$/, '')).data);
}

describe('CSV', () => {
  test('read by another program, it adds up to what the screen shows', async () => {
    const records = await csvRecords();
    expect(parsed(records).body).toHaveLength(690);
    await expectTotals(records);
  });

  test('every record has the same number of fields; no text can run as a formula', async () => {
    const records = await csvRecords();
    expect(new Set(records.map((row) => row.length)).size).toBe(1);
    const cells = records.flat().filter((cell) => !/^-?\d+(?:\.\d+)?$/.test(cell));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells).toContain(`'${NAMES[0]}`);
    expect(cells).toContain(`'${NAMES[1]}`);
  });

  test('has its description: state, zone, tariff, time, checks and hash', async () => {
    const about = new Map(parsed(await csvRecords()).about.map(([name, value]) => [name, value]));
    expect(about.get('State')).toBe('complete');
    expect(about.get('Period')).toBe('2026-03-01 to 2026-04-30, Europe/Zurich');
    expect(about.get('Tariff')).toBe("'=cheap, version 2, CHF");
    expect(about.get('Finished')).toBe('2026-05-20T14:00:00+02:00');
    expect(about.get('Sealed')).toBe('by Ada on 2026-05-20T14:00:00+02:00');
    expect(about.get('Manifest SHA-256')).toBe(run.manifest_hash);
  });

  test('instants have the offset of the zone at that time', async () => {
    const { body, column } = parsed(await csvRecords());
    const starts = body.map((row) => row[column('Start')] ?? '');
    expect(starts[0]).toBe('2026-02-28T21:00:00+01:00');
    expect(starts.filter((start) => start.endsWith('+02:00')).length).toBeGreaterThan(100);
  });
});

async function workbook() {
  const parts: Buffer[] = [];
  for await (const part of exportXlsx(await sessionTable(db, run, NOW))) parts.push(part);
  return unzip(Buffer.concat(parts));
}

describe('XLSX', () => {
  test('read by another program, it adds up to what the screen shows', async () => {
    const sheet = (await workbook()).get('xl/worksheets/sheet2.xml') ?? '';
    const records = cellsOf(sheet);
    expect(parsed(records).body).toHaveLength(690);
    await expectTotals(records);
  });

  test('numbers are numbers, instants are dates of the zone, texts are texts, the header is frozen', async () => {
    const files = await workbook();
    const sheet = files.get('xl/worksheets/sheet2.xml') ?? '';
    expect(sheet).toContain('<pane ySplit="1"');
    expect(sheet).not.toContain('<f>');
    const { header, body, column } = parsed(cellsOf(sheet));
    expect(header).toContain('Start (Europe/Zurich)');
    // 28 February 2026, 21:00 in Zurich.
    expect(Number(body[0]?.[column('Start')])).toBeCloseTo(46_081.875, 6);
    expect(sheet).toContain('<c s="2"><v>46081.875</v></c>');
    expect(body[0]?.[column('Entity')]).toBe(NAMES[0]);
    expect(body[689]?.[column('Entity')]).toBe('A & B <c> \uFFFD 🚗');
    expect(files.get('xl/workbook.xml')).toContain('name="Sessions"');
    expect(cellsOf(files.get('xl/worksheets/sheet1.xml') ?? '')).toContainEqual([
      'Manifest SHA-256',
      run.manifest_hash,
    ]);
  });
});

describe('an incomplete run', () => {
  beforeEach(async () => {
    const open = {
      state: 'stopped',
      finished_at: null,
      manifest: null,
      manifest_hash: null,
      sealed_at: null,
      sealed_by: null,
      progress: null,
    };
    await db.updateTable('report_runs').set(open).execute();
    run = await findRun(db, run.id);
  });

  test('is marked in the file, which still adds up', async () => {
    const records = await csvRecords();
    const about = new Map(parsed(records).about.map(([name, value]) => [name, value]));
    expect(about.get('State')).toBe('stopped: PARTIAL, not all was read');
    expect(about.get('Manifest SHA-256')).toBe('none, not sealed');
    expect(about.has('Sealed')).toBe(false);
    await expectTotals(records);
  });

  test('a file of it is aborted if the run is deleted meanwhile', async () => {
    const table = await sessionTable(db, run, NOW);
    await deleteRun(db, run.id, DELETION);
    await expect(gathered(exportCsv(table))).rejects.toThrow('There is no report run');
  });
});

describe('an unreliable file is aborted', () => {
  test('if the run is read again meanwhile', async () => {
    const table = await sessionTable(db, run, NOW);
    await db.updateTable('report_runs').set({ finished_at: null }).execute();
    await expect(gathered(exportCsv(table))).rejects.toThrow('was read again');
  });

  test('if its sessions do not add up to the totals of the run', async () => {
    await db.deleteFrom('report_slices').where('entity_no', '=', 2).execute();
    const table = await sessionTable(db, run, NOW);
    await expect(gathered(exportCsv(table))).rejects.toThrow('do not add up');
  });
});

describe('rows of a grouping', () => {
  test.each(GROUPINGS)('by %s match the screen, with the same totals', async (by) => {
    const { groups, totals } = await readGroups(db, run.run_no, { by });
    const text = await gathered(exportCsv(await groupTable(db, run, by, NOW)));
    const records = z.array(z.array(z.string())).parse(Papa.parse(text.trimEnd()).data);
    const at = records.findIndex(([, key]) => key === 'Key' || key?.endsWith(' id'));
    const [header = [], ...rows] = records.slice(at);
    const of = (row: readonly string[] | undefined, name: string) =>
      row?.[header.findIndex((one) => one.startsWith(name))];
    const shown = (row: readonly string[] | undefined) =>
      ['Sessions', 'Energy', 'In no register', 'Cost', 'Duration', 'Peak'].map((name) =>
        of(row, name),
      );
    const expected = (sums: ReportSums) => [
      String(sums.sessions),
      sums.energy,
      sums.registers.rest,
      sums.cost,
      String(sums.durationMs / 1000),
      sums.peakPowerW ?? '',
    ];
    expect(rows.slice(0, groups.length).map(shown)).toEqual(groups.map(expected));
    expect(rows.slice(groups.length).map(shown)).toEqual(totals.map(expected));
    expect(rows.slice(groups.length).map(([name]) => name)).toEqual(['Total, kWh', 'Total, therm']);
    const kwh = rows.slice(0, groups.length).filter((row) => of(row, 'Energy unit') === 'kWh');
    expect(sum(kwh.map((row) => of(row, 'Energy')))).toBe(totals[0]?.energy);
  });
});

test.each([
  ['2026-11-10T18:00:00Z', { kind: 'date', localMs: Date.UTC(2026, 10, 10, 19) }],
  ['0001-01-01T00:00:00Z', { kind: 'text', text: expect.stringMatching(/^0001-01-01T00:/) }],
])('the instant %s in a workbook', (at, cell) => {
  expect(sheetCell(instant(at, 'Europe/Zurich'))).toEqual(cell);
});
