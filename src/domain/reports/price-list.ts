import {
  MarketPrice,
  PRICE_MINUTES,
  PriceList,
  type PriceProblem,
} from '../../contract/console/tariff.ts';
import { decodeText } from '../../lib/decode-text.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { Temporal } from '../../lib/temporal.ts';
import { isoInstant } from '../instant.ts';

/** A price from an instant on, with the line of the file. */
interface TimedPrice {
  ms: number;
  price: string;
  line: number;
}

/** A file of prices as it is read: the list, or what is wrong in each line. */
export interface ReadPriceList {
  list: PriceList | null;
  problems: PriceProblem[];
}

const MINUTE_MS = 60_000;
const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::00)?$/;
const LOCAL = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ T](\d{2}:\d{2})(?::00)?$/;
const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A price with a decimal point or comma; thousands are never separated. */
function priceOf(cell: string): string | null {
  const text = cell.trim().replace(',', '.');
  return MarketPrice.safeParse(text).success ? text : null;
}

/** The wall clock of a cell, YYYY-MM-DDTHH:MM; null if it is none. */
function wallClockOf(cell: string): string | null {
  const [, date, time] = WALL_CLOCK.exec(cell) ?? [];
  if (date !== undefined) return `${date}T${time}`;
  const [, day = '', month = '', year, clock] = LOCAL.exec(cell) ?? [];
  return year === undefined
    ? null
    : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`;
}

/**
 * The instant of a cell. A wall clock that the zone shows twice is the first one, or the second if the line before has
 * reached the first already.
 * @returns a problem for what is no time, or does not exist on a day on which the clock goes forward
 */
function instantOf(cell: string, zone: string, beforeMs: number | null): number | string {
  const text = cell.trim();
  if (WITH_OFFSET.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? `“${text}” is no time.` : ms;
  }
  const wall = wallClockOf(text);
  if (wall === null) return `“${text}” is no time like 2026-03-01 14:00.`;
  let plain: Temporal.PlainDateTime;
  try {
    plain = Temporal.PlainDateTime.from(wall, { overflow: 'reject' });
  } catch {
    return `“${text}” is no date of the calendar.`;
  }
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    plain.toZonedDateTime(zone, { disambiguation }),
  );
  if (first === undefined || second === undefined) return `“${text}” is no time.`;
  if (!first.toPlainDateTime().equals(plain)) {
    return `${text} does not exist in ${zone}: the clock goes forward.`;
  }
  const ms = first.epochMilliseconds;
  return beforeMs !== null && beforeMs >= ms ? second.epochMilliseconds : ms;
}

/** Lines with their instants and prices, and the problems of the others. */
function timedPrices(
  rows: readonly { line: number; cells: readonly string[]; problem: string | null }[],
  zone: string,
): { timed: TimedPrice[]; problems: PriceProblem[] } {
  const timed: TimedPrice[] = [];
  const problems: PriceProblem[] = [];
  for (const { line, cells, problem } of rows) {
    const [time = '', cost = ''] = cells;
    const price = priceOf(cost);
    const ms = instantOf(time, zone, timed.at(-1)?.ms ?? null);
    if (problem !== null) problems.push({ line, problem });
    else if (typeof ms === 'string') problems.push({ line, problem: ms });
    else if (price === null)
      problems.push({ line, problem: `“${cost.trim()}” is no price per kWh.` });
    else timed.push({ ms, price, line });
  }
  return { timed, problems };
}

/** The usual step that most lines have, in minutes; null if none has one. */
function stepOf(timed: readonly TimedPrice[]): PriceList['minutes'] | null {
  if (timed.length === 1) return 60;
  const steps = timed.slice(1).map(({ ms }, at) => ms - (timed[at]?.ms ?? 0));
  const counted = PRICE_MINUTES.map((minutes) => ({
    minutes,
    count: steps.filter((step) => step === minutes * MINUTE_MS).length,
  }));
  const most = counted.toSorted((a, b) => b.count - a.count)[0];
  return most === undefined || most.count === 0 ? null : most.minutes;
}

const shown = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

/** Lines that leave a gap, or come before the end of the one before. */
function stepProblems(
  timed: readonly TimedPrice[],
  unread: readonly PriceProblem[],
  stepMs: number,
  zone: string,
): PriceProblem[] {
  return timed.flatMap(({ ms, line }, at): PriceProblem[] => {
    const before = timed[at - 1];
    if (before === undefined || ms === before.ms + stepMs) return [];
    const expected = shown(before.ms + stepMs, zone);
    if (ms < before.ms + stepMs) {
      return [
        { line, problem: `It overlaps line ${before.line}: the next price begins at ${expected}.` },
      ];
    }
    // Where a line could not be read, that is the problem.
    if (unread.some((other) => other.line > before.line && other.line < line)) return [];
    const missing = (ms - before.ms) / stepMs - 1;
    const count = Number.isInteger(missing)
      ? ` ${missing} ${missing === 1 ? 'price is' : 'prices are'} missing.`
      : '';
    return [{ line, problem: `There is no price from ${expected} on.${count}` }];
  });
}

/**
 * Reads a file of prices: a header, then a line per interval with its begin and its price per kWh. Times without an
 * offset are those of the zone's clock, on days with a clock change too. Nothing of a file with a problem is used.
 * @param bytes of CSV in UTF-8, UTF-16 or Windows-1252, with any usual separator and decimal sign
 * @param zone IANA zone
 */
export function readPriceList(bytes: Uint8Array, zone: string): ReadPriceList {
  const nothing = (...problems: PriceProblem[]): ReadPriceList => ({ list: null, problems });
  const decoded = decodeText(bytes);
  if ('problem' in decoded) return nothing({ line: 0, problem: decoded.problem });
  const { header, rows, problem } = readCsv(decoded.text);
  if (problem !== null) return nothing({ line: 0, problem });
  if (header.length < 2) {
    return nothing({ line: 0, problem: 'It has no columns for the time and the price.' });
  }
  if (typeof instantOf(header[0] ?? '', zone, null) === 'number') {
    return nothing({ line: 1, problem: 'The first line must name the columns.' });
  }
  const { timed, problems } = timedPrices(rows, zone);
  const [first] = timed;
  if (first === undefined) {
    return nothing(...problems, { line: 0, problem: 'There is no line with a price.' });
  }
  const minutes = stepOf(timed);
  if (minutes === null) {
    return nothing(...problems, {
      line: 0,
      problem: 'Its prices are not per hour, half an hour or quarter of an hour.',
    });
  }
  const wrong = [...problems, ...stepProblems(timed, problems, minutes * MINUTE_MS, zone)];
  if (wrong.length > 0) return nothing(...wrong.toSorted((a, b) => a.line - b.line));
  const list = PriceList.safeParse({
    kind: 'hourly',
    start: isoInstant(first.ms),
    minutes,
    prices: timed.map(({ price }) => price),
  });
  return list.success
    ? { list: list.data, problems: [] }
    : nothing({ line: 0, problem: 'It has more prices than a tariff takes.' });
}
