import type { Boundary } from '../../contract/console/report-definition.ts';
import type { Exclusion } from '../../contract/console/report-exceptions.ts';
import type { Span } from '../instant.ts';
import { MICRO, type Micros } from './exact.ts';
import { divideRounded, splitExactly } from './rounding.ts';
import type { Pricing } from './pricing.ts';
import { kwhPerUnit, type Registers, type ReportSession } from './report-session.ts';
import type { CalendarPlace, ZoneCalendar } from './zone-calendar.ts';

/** A longer session is not split: it belongs to its start, and is flagged as too long. */
const LONGEST_SPLIT_MS = 62 * 86_400_000;

/** The part of a session within one clock hour of a zone. */
export interface Slice {
  place: CalendarPlace;
  /** Null if the session has no energy. */
  energy: Micros | null;
  registers: Registers<Micros | null>;
  /** Millionths of the currency; null if no part of it has a price. */
  cost: Micros | null;
  /** Energy without a price; 0 if no cost was requested. */
  unpriced: Micros;
  /** Milliseconds; 0 if the session ends before it starts, or an end is not known. */
  durationMs: number;
  /** True for exactly one slice of a session. */
  counts: boolean;
}

/** Rules for splitting sessions. */
export interface Slicing {
  calendar: ZoneCalendar;
  boundary: Boundary;
  period: Span;
  pricing: Pricing | null;
}

/** A session split into slices. */
export interface Sliced {
  /** In order of time; empty if the session is in no total. */
  slices: Slice[];
  excluded: Exclusion | null;
}

/** Whether a session is too long to be split. */
export function isTooLong({ startMs, endMs }: Pick<ReportSession, 'startMs' | 'endMs'>): boolean {
  return startMs !== null && endMs !== null && endMs - startMs > LONGEST_SPLIT_MS;
}

type Piece = Span & Pick<Slice, 'energy' | 'registers' | 'cost' | 'unpriced'>;

function cut(span: Span, nextMs: (ms: number) => number): Span[] {
  const spans: Span[] = [];
  for (let startMs = span.startMs; startMs < span.endMs;) {
    const endMs = Math.min(span.endMs, nextMs(startMs));
    spans.push({ startMs, endMs });
    startMs = endMs;
  }
  return spans.length === 0 ? [span] : spans;
}

/**
 * If registers add up to the energy, so must their parts: the rest from rounding goes to the
 * largest. At each edge it has the running share of the energy minus those of the others.
 */
function alike(
  { energy, registers }: ReportSession,
  ofEnergy: readonly (Micros | null)[],
  parts: (Micros | null)[][],
): (Micros | null)[][] {
  const sum = (all: readonly (Micros | null)[]) => all.reduce<Micros>((a, b) => a + (b ?? 0n), 0n);
  if (energy === null || sum(registers) !== energy) return parts;
  const largest = registers.reduce(
    (best, one, at) => ((one ?? -1n) > (registers[best] ?? -1n) ? at : best),
    0,
  );
  if (registers[largest] === null) return parts;
  const others = parts.filter((_, at) => at !== largest);
  const rest = ofEnergy.map((part, at) => (part ?? 0n) - sum(others.map((own) => own[at] ?? null)));
  return parts.map((own, at) => (at === largest ? rest : own));
}

/** Energy in proportion to time; the running share absorbs the rest from rounding. */
function shareOut(session: ReportSession, spans: readonly Span[]): Piece[] {
  const whole = spans.length === 1;
  const weights = whole ? [] : spans.map(({ startMs, endMs }) => BigInt(endMs - startMs));
  const split = (amount: Micros | null) =>
    amount === null || whole ? [amount] : splitExactly(amount, weights);
  const energy = split(session.energy);
  const [t1, t2, t3, t4] = alike(session, energy, session.registers.map(split));
  return spans.map((span, at) => ({
    ...span,
    energy: energy[at] ?? null,
    registers: [t1?.[at] ?? null, t2?.[at] ?? null, t3?.[at] ?? null, t4?.[at] ?? null],
    cost: null,
    unpriced: 0n,
  }));
}

/** Millionths of energy times millionths of money, and the energy without a price. */
function priced(piece: Piece, pricing: Pricing): { amount: bigint | null; unpriced: Micros } {
  const energy = piece.energy ?? 0n;
  const at = pricing.priceAt(piece.startMs);
  if (at.kind === 'one') {
    return at.price === null
      ? { amount: null, unpriced: energy }
      : { amount: energy * at.price, unpriced: 0n };
  }
  let amount: bigint | null = null;
  let covered = 0n;
  piece.registers.forEach((register, index) => {
    const price = at.prices[index] ?? null;
    if (register === null || price === null) return;
    amount = (amount ?? 0n) + register * price;
    covered += register;
  });
  return { amount, unpriced: energy > covered ? energy - covered : 0n };
}

/** Rounds the running cost, so that the cost of a session is rounded once, however it is split. */
function addCosts(session: ReportSession, pieces: readonly Piece[], pricing: Pricing): void {
  if (session.energy === null) return;
  const unit = kwhPerUnit(session.unit);
  let running = 0n;
  let given = 0n;
  for (const piece of pieces) {
    const { amount, unpriced } =
      unit === null ? { amount: null, unpriced: piece.energy ?? 0n } : priced(piece, pricing);
    piece.unpriced = unpriced;
    if (amount === null || unit === null) continue;
    running += amount * unit.times;
    const rounded = divideRounded(running, MICRO * unit.by);
    piece.cost = rounded - given;
    given = rounded;
  }
}

const plus = (a: Micros | null, b: Micros | null): Micros | null =>
  a === null ? b : b === null ? a : a + b;

function merge(into: Slice, piece: Piece): void {
  into.energy = plus(into.energy, piece.energy);
  const [t1, t2, t3, t4] = into.registers;
  const [u1, u2, u3, u4] = piece.registers;
  into.registers = [plus(t1, u1), plus(t2, u2), plus(t3, u3), plus(t4, u4)];
  into.cost = plus(into.cost, piece.cost);
  into.unpriced += piece.unpriced;
  into.durationMs += piece.endMs - piece.startMs;
}

const sliceAt = (place: CalendarPlace): Slice => ({
  place,
  energy: null,
  registers: [null, null, null, null],
  cost: null,
  unpriced: 0n,
  durationMs: 0,
  counts: false,
});

const isIn = (ms: number, { startMs, endMs }: Span) => ms >= startMs && ms < endMs;

/** The whole session at one instant. */
function atOnce(session: ReportSession, span: Span, anchorMs: number, slicing: Slicing): Sliced {
  if (!isIn(anchorMs, slicing.period)) return { slices: [], excluded: 'outside-period' };
  const { pricing } = slicing;
  const isCut = pricing !== null && !isTooLong(span);
  const spans = isCut ? cut(span, (ms) => pricing.nextChangeMs(ms)) : [span];
  const pieces = shareOut(session, spans);
  if (pricing !== null) addCosts(session, pieces, pricing);
  const slice = sliceAt(slicing.calendar.placeOf(anchorMs));
  for (const piece of pieces) merge(slice, piece);
  return { slices: [{ ...slice, counts: true }], excluded: null };
}

function overTime(session: ReportSession, span: Span, slicing: Slicing): Sliced {
  const { calendar, period, pricing } = slicing;
  const nextMs = (ms: number) => {
    const price = pricing?.nextChangeMs(ms) ?? Infinity;
    if (ms < period.startMs) return Math.min(period.startMs, price);
    return ms >= period.endMs ? price : Math.min(calendar.nextHourMs(ms), period.endMs, price);
  };
  const pieces = shareOut(session, cut(span, nextMs));
  if (pricing !== null) addCosts(session, pieces, pricing);
  const slices = new Map<number, Slice>();
  for (const piece of pieces) {
    if (!isIn(piece.startMs, period)) continue;
    const place = calendar.placeOf(piece.startMs);
    const slice = slices.get(place.hourAt) ?? sliceAt(place);
    merge(slice, piece);
    slices.set(place.hourAt, slice);
  }
  const list = [...slices.values()];
  const [first] = list;
  if (first === undefined) return { slices: [], excluded: 'outside-period' };
  first.counts = true;
  return { slices: list, excluded: null };
}

/**
 * Splits a session by the boundary rule, into the clock hours of a zone. `start`, `end`: the whole
 * session belongs to the instant of its start or end; a period contains its first instant and not
 * its last. `split`: energy, registers and time are distributed over the hours by time; each hour
 * gets the difference of two running shares rounded to a millionth, so that the hours add up to the
 * session exactly. No slice lies outside the period. A session without a length, that ends before
 * it starts, or is too long belongs to its start. The cost always follows the prices over the time
 * of the session.
 */
export function sliceSession(session: ReportSession, slicing: Slicing): Sliced {
  const { startMs, endMs } = session;
  const { boundary } = slicing;
  const needed = boundary === 'end' ? endMs : startMs;
  if (needed === null) {
    return { slices: [], excluded: boundary === 'end' ? 'no-end' : 'no-start' };
  }
  if (boundary === 'split' && endMs === null) return { slices: [], excluded: 'no-end' };
  const known = startMs !== null && endMs !== null && endMs > startMs;
  const span = known ? { startMs, endMs } : { startMs: needed, endMs: needed };
  return boundary === 'split' && known && !isTooLong(session)
    ? overTime(session, span, slicing)
    : atOnce(session, span, needed, slicing);
}
