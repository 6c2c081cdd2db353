import { expect, test } from 'vitest';
import { unzip } from '../operations/reports/testing/read-xlsx.ts';
import { xlsxStream } from './xlsx-stream.ts';

async function sheetOf(texts: readonly string[]): Promise<string> {
  const cells = texts.map((text) => ({ kind: 'text', text }) as const);
  const parts: Buffer[] = [];
  for await (const part of xlsxStream([{ name: 'a_x0041_', header: [], rows: [{ cells }] }])) {
    parts.push(part);
  }
  return unzip(Buffer.concat(parts)).get('xl/worksheets/sheet1.xml') ?? '';
}

test('texts are shown as written: no number, date, formula or escape is made of them', async () => {
  for (const [text, written = text] of [
    ['00123'],
    ['1E5'],
    ['MAR1'],
    ['＝1+1'],
    ['=1+1'],
    ['snake_case_x'],
    ['rack_x0041_north', 'rack_x005F_x0041_north'],
    ['_x005F_', '_x005F_x005F_'],
    ['A & B <c> \u0001 \ud83d', 'A &amp; B &lt;c&gt; � �'],
  ] as const) {
    expect(await sheetOf([text])).toContain(
      `<c t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`,
    );
  }
});

test('a text that is longer than a cell takes is cut between characters', async () => {
  const longest = '_x0041_'.padEnd(32_767, 'x');
  expect(await sheetOf([longest])).toContain(`>${longest.replace('_', '_x005F_')}<`);
  expect(await sheetOf([`${'x'.repeat(32_765)}😀y`])).toContain(`>${'x'.repeat(32_765)}…<`);
});
