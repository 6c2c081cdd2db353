import Papa from 'papaparse';
import { z } from '../../../contract/zod.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';

/** Records of a file below the header that begins with a word, and the positions of its columns. */
export function tableOf(records: readonly (readonly string[])[], first: string) {
  const at = records.findIndex((row) => row[0] === first && row.length > 3);
  const header = records[at] ?? [];
  const column = (name: string) => header.findIndex((one) => one.startsWith(name));
  const rows = records.slice(at + 1);
  const isTotal = (row: readonly string[]) => row[0]?.startsWith('Total, ') === true;
  return { column, body: rows.filter((row) => !isTotal(row)), totals: rows.filter(isTotal) };
}

/** The records of a CSV file. */
export const recordsOf = (csv: Buffer) =>
  z.array(z.array(z.string())).parse(Papa.parse(csv.toString('utf8').trimEnd()).data);

/** The exact sum of decimals; empty texts count as nothing. */
export const sum = (texts: readonly (string | undefined)[]) =>
  microsToText(texts.reduce((all, text) => all + (microsOfText(text ?? '') ?? 0n), 0n));
