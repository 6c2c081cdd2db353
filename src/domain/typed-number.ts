import { formatDecimal } from './format.ts';

type DecimalMark = '.' | ',';

/** A number as typed or imported, read exactly. */
export interface TypedNumber {
  /** Digits with a decimal point, without leading zeros and separators; null if it cannot be read. */
  value: string | null;
  /** The decimal mark that the text proves: "1.250.000" and "57,5" a comma; null if it proves none. */
  mark: DecimalMark | null;
  /** Why the text is ambiguous; null also if it is no number at all, which each field says itself. */
  problem: string | null;
}

/** One mark before three digits, which may be for decimals or for thousands. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const PLAIN = /^(\d+)(?:([.,])(\d+))?$/;
/** Thousands by one separator throughout, and a decimal mark that is another one. */
const GROUPED =
  /^([1-9]\d{0,2}(?:([., '’\u00A0\u2009\u202F])\d{3})(?:\2\d{3})*)(?:(?!\2)([.,])(\d+))?$/;

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');
const markOf = (text: string | undefined): DecimalMark | null =>
  text === '.' || text === ',' ? text : null;

function numberOf(whole: string, fraction: string | undefined, mark: DecimalMark | null) {
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  return { value: fraction === undefined ? digits : `${digits}.${fraction}`, mark, problem: null };
}

function ambiguous(text: string, remark: string): TypedNumber {
  const [decimal, grouped] = [text.replace(',', '.'), text.replace(/[.,]/, '')];
  const shown = `${decimal.replace(/\.?0+$/, '')} or ${formatDecimal(grouped)}`;
  const problem = `This can mean ${shown}${remark}. Write ${typedText(decimal)} or ${grouped}.`;
  return { value: null, mark: null, problem };
}

/**
 * Reads a number without sign or exponent: a point or a comma for decimals; a point, a comma, a
 * space or an apostrophe for thousands. What can mean two numbers is refused with both.
 * @param known the decimal mark, if something else proves it
 */
export function readNumber(text: string, known: DecimalMark | null = null): TypedNumber {
  const typed = text.trim();
  const isAmbiguous = AMBIGUOUS.test(typed);
  if (isAmbiguous && known === null) return ambiguous(typed, '');
  const [, plain, point, decimals] = PLAIN.exec(typed) ?? [];
  if (plain !== undefined && (!isAmbiguous || point === known)) {
    return numberOf(plain, decimals, markOf(point));
  }
  const [, whole, separator, mark, fraction] = GROUPED.exec(typed) ?? [];
  if (whole === undefined) return { value: null, mark: null, problem: null };
  const thousands = markOf(separator);
  return numberOf(
    whole,
    fraction,
    markOf(mark) ?? (thousands === null ? null : otherMark(thousands)),
  );
}

/**
 * Reads a column of a file. A cell that proves its decimal mark settles the ambiguous ones; a cell
 * that proves the other mark is refused, and then nothing is settled.
 * @returns a reading for each cell
 */
export function readNumberColumn(cells: readonly string[]): TypedNumber[] {
  const alone = cells.map((cell) => readNumber(cell));
  const proof = alone.findIndex(({ mark }) => mark !== null);
  const mark = alone[proof]?.mark ?? null;
  const isOther = (read: TypedNumber) => read.mark !== null && read.mark !== mark;
  const isDivided = alone.some(isOther);
  const settled = isDivided ? null : mark;
  const remark = isDivided ? 'the other rows are written in both ways' : 'no other row shows which';
  return alone.map((read, at) => {
    const cell = cells[at]?.trim() ?? '';
    if (isOther(read)) {
      const wanted = mark === '.' ? 'point' : 'comma';
      const problem = `This is not written like “${cells[proof]?.trim() ?? ''}” in the same column. Use a ${wanted} for decimals.`;
      return { value: null, mark: null, problem };
    }
    if (read.problem === null) return read;
    return settled === null ? ambiguous(cell, `, and ${remark}`) : readNumber(cell, settled);
  });
}

/** A decimal number as a field shows it, so that it is read as the same: "1.255" as "1.2550". */
export function typedText(decimal: string): string {
  if (!AMBIGUOUS.test(decimal) || decimal.includes(',')) return decimal;
  const short = decimal.replace(/\.?0+$/, '');
  return AMBIGUOUS.test(short) ? `${short}0` : short;
}

/** Splits a number from its unit, in any case: "4,2 kW". Without one of the units it is the whole text. */
export function splitUnit<U extends string>(
  text: string,
  units: readonly U[],
): { number: string; unit: U | null } {
  const [, number = '', name = ''] = /^(.*\d)\s*(\D+)$/.exec(text.trim()) ?? [];
  // “kw” is clear, but “mW” is a thousandth where “MW” is a million.
  const unit = units.find(
    (known) =>
      known.toLowerCase() === name.toLowerCase() &&
      (known.startsWith('M') ? name.startsWith('M') : true),
  );
  return unit === undefined ? { number: text.trim(), unit: null } : { number, unit };
}
