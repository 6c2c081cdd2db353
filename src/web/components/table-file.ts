import { z } from '../../contract/zod.ts';

/** A table whose columns still have to be mapped. */
export interface ImportTable {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** A parsed file: a table, JSON of another shape, or why it is neither. */
export type TableFile = { table: ImportTable } | { json: unknown } | { problem: string };

/** Fields that a spreadsheet would read as a formula, or that start with a control character. */
export const FORMULA = /^[=+\-@\t\r]/;

const Rows = z.array(z.record(z.string(), z.unknown()));

/** Reads a file: JSON (an array of objects is a table), or a CSV table with a header. */
export async function readTableFile(file: Pick<File, 'name' | 'text'>): Promise<TableFile> {
  const text = await file.text();
  if (/^\s*[[{]/.test(text)) return readJson(file.name, text);
  const { default: papa } = await import('papaparse');
  const parsed = papa.parse<unknown>(text, { header: true, skipEmptyLines: 'greedy' });
  const rows = Rows.safeParse(parsed.data);
  const columns = (parsed.meta.fields ?? []).filter((name) => name.trim() !== '');
  if (!rows.success || columns.length === 0) {
    return { problem: `${file.name} is neither JSON nor a table with a header.` };
  }
  const [quotes] = parsed.errors.filter((error) => error.type === 'Quotes');
  if (quotes !== undefined) {
    return {
      problem: `${file.name} cannot be read: ${quotes.message}, near row ${(quotes.row ?? 0) + 2}.`,
    };
  }
  return { table: { columns, rows: rows.data } };
}

function readJson(name: string, text: string): TableFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { problem: `${name} is not well-formed JSON.` };
  }
  const rows = Rows.safeParse(content);
  if (!rows.success) return { json: content };
  const columns = [...new Set(rows.data.slice(0, 1000).flatMap((row) => Object.keys(row)))];
  return { table: { columns, rows: rows.data } };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** The first column with one of these names, in any spelling. */
export function findColumn(
  columns: readonly string[],
  names: readonly string[],
): string | undefined {
  return names
    .map((name) => columns.find((each) => plain(each) === name))
    .find((found) => found !== undefined);
}

/** The text of a cell, without the apostrophe that keeps spreadsheets from running formulas. */
export function cellText(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  return value.trim().replace(/^'(?=[=+\-@])/, '');
}
