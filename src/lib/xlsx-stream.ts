import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { beginningOf, printable } from './well-formed.ts';

/**
 * A cell: a text, an exact decimal number, or a wall clock in milliseconds since 1970 as if it were
 * UTC, also as a date. Texts are never formulas.
 */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; decimal: string; format?: NumberFormat }
  | { kind: 'date' | 'day'; localMs: number }
  | null;

/** How a number is shown: as it is, in thousands without decimals, or with as many decimals as in the name. */
export type NumberFormat = 'plain' | 'whole' | 'decimals2' | 'decimals3';

/** A sheet; its rows are streamed. */
export interface Sheet {
  name: string;
  /** Widths of the columns, in characters. */
  widths?: readonly number[];
  /** Whether the header filters the rows. */
  isFiltered?: boolean;
  /** Bold, and frozen while scrolling. */
  header: readonly string[];
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>;
}
interface SheetRow {
  cells: readonly Cell[];
  bold?: boolean;
}

/** Rows of one sheet that spreadsheets can open; the rest continue on another. */
const MOST_ROWS = 1_048_576;
const DAY = 86_400_000;
/** Days from the spreadsheet epoch to 1970. */
const EPOCH = 25_569;
/** Characters that are buffered before they are compressed. */
const CHUNK = 65_536;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Longest text of a cell; a workbook with a longer one is called damaged. */
const CELL_MAX = 32_767;

/** Text for a workbook; what looks like one of its escapes, such as `_x0041_`, is shown as written. */
function escape(text: string): string {
  // Nearly all cells are ids, dates and plain names.
  if (/^[a-zA-Z0-9 .,:;()%+/-]*$/.test(text)) return text;
  return printable(text)
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);
}

function cellText(text: string): string {
  return escape(text.length <= CELL_MAX ? text : `${beginningOf(text, CELL_MAX - 1)}…`);
}

const STYLES = {
  plain: 0,
  bold: 1,
  date: 2,
  day: 3,
  whole: 4,
  decimals2: 5,
  decimals3: 6,
} as const;

function cellXml(cell: Cell, bold: boolean): string {
  const style = bold ? ` s="${STYLES.bold}"` : '';
  if (cell === null) return '<c/>';
  switch (cell.kind) {
    case 'text':
      return `<c${style} t="inlineStr"><is><t xml:space="preserve">${cellText(cell.text)}</t></is></c>`;
    case 'number':
      return cell.format === undefined || cell.format === 'plain'
        ? `<c${style}><v>${cell.decimal}</v></c>`
        : `<c s="${STYLES[cell.format]}"><v>${cell.decimal}</v></c>`;
    case 'date':
    case 'day':
      return `<c s="${STYLES[cell.kind]}"><v>${cell.localMs / DAY + EPOCH}</v></c>`;
  }
}

function rowXml({ cells, bold = false }: SheetRow): string {
  return `<row>${cells.map((cell) => cellXml(cell, bold)).join('')}</row>`;
}

const textRow = (texts: readonly string[]): SheetRow => ({
  cells: texts.map((text) => ({ kind: 'text', text })),
  bold: true,
});

/** The rows of one sheet from a source that may have more. */
async function* sheetXml(
  { header, widths = [], isFiltered = false }: Omit<Sheet, 'rows'>,
  rows: AsyncIterator<SheetRow>,
  first: SheetRow | null,
): AsyncGenerator<string, SheetRow | null> {
  let text = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnsXml(widths)}<sheetData>${rowXml(textRow(header))}`;
  let next = first;
  let count = 1;
  for (; next !== null && count < MOST_ROWS; count += 1) {
    text += rowXml(next);
    if (text.length > CHUNK) {
      yield text;
      text = '';
    }
    next = await following(rows);
  }
  const filter = isFiltered ? `<autoFilter ref="A1:${columnName(header.length)}${count}"/>` : '';
  yield `${text}</sheetData>${filter}</worksheet>`;
  return next;
}

function columnsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

/** The name of a column: A, B, …, Z, AA. @param number from 1 */
function columnName(number: number): string {
  const rest = (number - 1) % 26;
  const before = (number - 1 - rest) / 26;
  return `${before === 0 ? '' : columnName(before)}${String.fromCharCode(65 + rest)}`;
}

async function following(rows: AsyncIterator<SheetRow>): Promise<SheetRow | null> {
  const next = await rows.next();
  return next.done === true ? null : next.value;
}

async function* asAsync<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const workbook = (names: readonly string[]) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
    .map((name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

const workbookRelations = (count: number) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${Array.from(
    { length: count },
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  ).join(
    '',
  )}<Relationship Id="rId${count + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;

const contentTypes = (count: number) =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${Array.from(
    { length: count },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  ).join('')}</Types>`;

const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** In the order of `STYLES`. */
const STYLE_SHEET = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A file of the workbook; its text is streamed. */
interface File {
  name: string;
  text: AsyncIterable<string> | Iterable<string>;
}

async function* filesOf(sheets: readonly Sheet[]): AsyncGenerator<File> {
  const names: string[] = [];
  for (const { rows, ...sheet } of sheets) {
    const source = asAsync(rows);
    const left = { row: await following(source) };
    for (let part = 1; part === 1 || left.row !== null; part += 1) {
      const xml = sheetXml(sheet, source, left.row);
      const text = (async function* () {
        left.row = yield* xml;
      })();
      names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, text };
    }
  }
  // The number of sheets is known only after they are written: the files that list them come last.
  const small: [string, string][] = [
    ['xl/workbook.xml', workbook(names)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(names.length)],
    ['xl/styles.xml', STYLE_SHEET],
    ['_rels/.rels', ROOT_RELATIONS],
    ['[Content_Types].xml', contentTypes(names.length)],
  ];
  for (const [name, text] of small) yield { name, text: [text] };
}

/** The same content gives the same archive. */
const WRITTEN_AT = new Date(1980, 0, 1);

/** Streams a workbook without holding its rows. */
export async function* xlsxStream(sheets: readonly Sheet[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const archive = Readable.from(zip.outputStream);
  const ended = new AbortController();
  const fail = (error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  const write = async () => {
    for await (const { name, text } of filesOf(sheets)) {
      const content = Readable.from(text, { signal: ended.signal });
      zip.addReadStream(content, name, { mtime: WRITTEN_AT, forceDosTimestamp: true });
      await finished(content);
    }
    zip.end();
  };
  write().catch(fail);
  try {
    for await (const part of archive) if (Buffer.isBuffer(part)) yield part;
  } finally {
    // Whoever reads it may have gone: the rows are released too.
    ended.abort();
  }
}
