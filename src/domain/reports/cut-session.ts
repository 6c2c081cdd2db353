import type { Boundary } from '../../contract/console/report-definition.ts';
import type { Span } from '../instant.ts';
import { kwhPerUnit } from './energy-unit.ts';
import { REGISTER_TOLERANCE } from './session-checks.ts';
import type { ZoneCalendar } from './zone-calendar.ts';
import { LARGEST_EXACT, runningProducts, scaled } from './exact-numbers.ts';
import type { SessionColumns } from './session-columns.ts';
import { FEE_LINES, type Prices } from './tariff-prices.ts';

/** A longer session is not split: it belongs to its start, and is flagged as too long. */
export const LONGEST_SPLIT_MS = 62 * 86_400_000;
const HOUR_MS = 3_600_000;
const NONE = Number.NaN;

/** Rules for cutting a session. */
export interface Cutting {
  calendar: ZoneCalendar;
  boundary: Boundary;
  period: Span;
  prices: Prices | null;
}

/** A part of a session with one price and within one clock hour. Amounts are millionths; NaN: none. */
export interface Piece {
  startMs: number;
  endMs: number;
  energy: number;
  registers: [number, number, number, number];
  cost: number;
  fees: number;
  /** Its energy less what has a price: below zero where registers hold more than the energy. */
  unpriced: number;
  /** Whether anything in it has no price, even if registers make up for each other. */
  lacksPrice: boolean;
}

/** Part of a cost under its name on a statement. @param line an index into the lines of the prices */
export type OnLine = (piece: Piece, line: number, energy: number, cost: number) => void;

/** Why a session is in no total. */
type CutExclusion = 'outside-period' | 'no-start' | 'no-end';

/** A cut session: its parts in order of time, and which of them are in the period. */
export interface Cut {
  excluded: CutExclusion | null;
  /** All of it belongs to this instant; NaN: each part to its own hour. */
  anchorMs: number;
  pieces: Piece[];
}

const NO_PIECES: Piece[] = [];

const known = (amount: number) => (amount === amount ? amount : 0);

function pieceAt(startMs: number, endMs: number): Piece {
  return {
    startMs,
    endMs,
    energy: NONE,
    registers: [NONE, NONE, NONE, NONE],
    cost: NONE,
    fees: NONE,
    unpriced: 0,
    lacksPrice: false,
  };
}

const isWithin = (period: Span, ms: number) => ms >= period.startMs && ms < period.endMs;

/** Parts at the changes of a price, and of one that is split at the edges of the period and its clock hours. */
function piecesOf(
  startMs: number,
  endMs: number,
  split: Pick<Cutting, 'calendar' | 'period'> | null,
  prices: Prices | null,
): Piece[] {
  if (startMs >= endMs) return [pieceAt(startMs, endMs)];
  const pieces: Piece[] = [];
  for (let at = startMs; at < endMs;) {
    let end = Math.min(endMs, prices?.nextChangeMs(at) ?? Infinity);
    if (split !== null) {
      const { calendar, period } = split;
      if (at < period.startMs) end = Math.min(end, period.startMs);
      else if (at < period.endMs) end = Math.min(end, calendar.nextHourMs(at), period.endMs);
    }
    pieces.push(pieceAt(at, end));
    at = end;
  }
  return pieces;
}

/** Energy in proportion to time: each part is the difference of two running shares. */
function shareOut({ amounts }: SessionColumns, row: number, pieces: readonly Piece[]): void {
  const energy = amounts.energy[row] ?? NONE;
  const registers: Piece['registers'] = [
    amounts.t1[row] ?? NONE,
    amounts.t2[row] ?? NONE,
    amounts.t3[row] ?? NONE,
    amounts.t4[row] ?? NONE,
  ];
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) {
    first.energy = energy;
    first.registers = registers;
    return;
  }
  const startMs = first?.startMs ?? 0;
  const all = (pieces.at(-1)?.endMs ?? 0) - startMs;
  const share = (amount: number, put: (piece: Piece, part: number) => void) => {
    if (amount !== amount) return;
    let given = 0;
    for (const piece of pieces) {
      const running = scaled(amount, piece.endMs - startMs, all);
      put(piece, running - given);
      given = running;
    }
  };
  share(energy, (piece, part) => (piece.energy = part));
  registers.forEach((amount, at) =>
    share(amount, (piece, part) => {
      piece.registers[at] = part;
    }),
  );
  alike(energy, registers, pieces);
}

/** If registers add up to the energy, so must their parts: the rest from rounding goes to the largest. */
function alike(energy: number, registers: readonly number[], pieces: readonly Piece[]): void {
  const sum = registers.reduce((all, one) => all + known(one), 0);
  if (sum !== energy) return;
  const size = (at: number) => {
    const amount = registers[at] ?? NONE;
    return amount === amount ? amount : -1;
  };
  const largest = registers.reduce((best, _, at) => (size(at) > size(best) ? at : best), 0);
  const own = registers[largest] ?? NONE;
  if (own !== own) return;
  for (const piece of pieces) {
    let rest = piece.energy;
    for (let at = 0; at < 4; at += 1) if (at !== largest) rest -= known(piece.registers[at] ?? 0);
    piece.registers[largest] = rest;
  }
}

/** Beyond this a sum with another amount is not exact any more; such a session is a finding in itself. */
const isTooMuch = (amount: number) => Math.abs(amount) >= LARGEST_EXACT / 2;

/** The fees of a session: per session at its first instant, per hour over all of it. */
function addFees(pieces: readonly Piece[], prices: Prices, onLine: OnLine | null): void {
  const running = runningProducts();
  const lines: Parameters<OnLine>[] = [];
  let given = 0;
  pieces.forEach((piece, at) => {
    const { perSession, perHour } = prices.at(piece.startMs);
    if (at === 0 && perSession === perSession) {
      piece.fees = perSession;
      onLine?.(piece, FEE_LINES.perSession, 0, perSession);
    }
    if (perHour !== perHour) return;
    running.add(perHour, piece.endMs - piece.startMs);
    const rounded = running.rounded(HOUR_MS);
    lines.push([piece, FEE_LINES.perHour, 0, rounded - given]);
    given = rounded;
  });
  if (isTooMuch(given)) {
    for (const [piece] of lines) piece.lacksPrice = true;
    return;
  }
  for (const line of lines) {
    const [piece, , , fee] = line;
    piece.fees = known(piece.fees) + fee;
    onLine?.(...line);
  }
}

/** Whether energy is in no register, or registers have more than it; rounding is neither. */
function isBesideRegisters({ amounts }: SessionColumns, row: number): boolean {
  const { energy, t1, t2, t3, t4 } = amounts;
  const sum = [t1, t2, t3, t4].reduce((all, register) => all + known(register[row] ?? NONE), 0);
  return Math.abs((energy[row] ?? 0) - sum) > REGISTER_TOLERANCE;
}

/** Rounds the running cost, so that the cost of a session is rounded once, however it is cut. */
function addCosts(
  columns: SessionColumns,
  row: number,
  pieces: readonly Piece[],
  prices: Prices,
  onLine: OnLine | null,
): void {
  const { amounts, indexes, dictionary } = columns;
  const energy = amounts.energy[row] ?? NONE;
  if (energy !== energy) return;
  const unit = kwhPerUnit(dictionary.units.list[indexes.unit[row] ?? 0] ?? null);
  const times = Number(unit?.times ?? 1n);
  const by = 1e6 * Number(unit?.by ?? 1n);
  const running = runningProducts();
  const lines: Parameters<OnLine>[] = [];
  let given = 0;
  const put = (piece: Piece, part: number, price: number, line: number) => {
    running.add(part, price * times);
    const rounded = running.rounded(by);
    piece.cost = known(piece.cost) + rounded - given;
    if (onLine !== null) lines.push([piece, line, part, rounded - given]);
    given = rounded;
  };
  for (const piece of pieces) {
    const { price, registers, line } = prices.at(piece.startMs);
    const own = known(piece.energy);
    if (unit === null || (registers === null && price !== price)) {
      piece.unpriced = own;
      piece.lacksPrice = own !== 0;
    } else if (registers === null) put(piece, own, price, line);
    else {
      piece.unpriced = own;
      piece.lacksPrice = isBesideRegisters(columns, row);
      for (let at = 0; at < 4; at += 1) {
        const part = piece.registers[at] ?? NONE;
        const each = registers[at];
        if (part !== part || each === undefined) continue;
        if (each.price === each.price) {
          put(piece, part, each.price, each.line);
          piece.unpriced -= part;
        } else if (part !== 0) piece.lacksPrice = true;
      }
    }
  }
  if (isTooMuch(given)) {
    for (const piece of pieces) {
      piece.cost = NONE;
      piece.unpriced = known(piece.energy);
      piece.lacksPrice = true;
    }
    return;
  }
  for (const line of lines) onLine?.(...line);
}

/**
 * Cuts a session by the boundary rule, at the clock hours of a zone and where its price changes. `start`, `end`: the
 * whole session belongs to the instant of its start or end; a period contains its first instant and not its last.
 * `split`: energy, registers and time are distributed by time, and what is outside the period is left out. A session
 * without a length, that ends before it starts, or is too long belongs to its start. The cost always follows the
 * prices over the time of the session.
 * @param row of the session
 */
export function cutSession(
  columns: SessionColumns,
  row: number,
  { calendar, boundary, period, prices }: Cutting,
  onLine: OnLine | null = null,
): Cut {
  const startMs = columns.amounts.startMs[row] ?? NONE;
  const endMs = columns.amounts.endMs[row] ?? NONE;
  const anchorMs = boundary === 'end' ? endMs : startMs;
  const none = (excluded: CutExclusion): Cut => ({ excluded, anchorMs, pieces: NO_PIECES });
  if (anchorMs !== anchorMs) return none(boundary === 'end' ? 'no-end' : 'no-start');
  if (boundary === 'split' && endMs !== endMs) return none('no-end');
  const hasLength = endMs > startMs;
  const [from, to] = hasLength ? [startMs, endMs] : [anchorMs, anchorMs];
  const isWhole = to - from > LONGEST_SPLIT_MS;
  const isSplit = boundary === 'split' && hasLength && !isWhole;
  const isInside = isSplit
    ? to > period.startMs && from < period.endMs
    : isWithin(period, anchorMs);
  if (!isInside) return none('outside-period');

  const pieces =
    isSplit || (prices !== null && !isWhole)
      ? piecesOf(from, to, isSplit ? { calendar, period } : null, prices)
      : [pieceAt(from, to)];
  shareOut(columns, row, pieces);
  if (prices !== null) {
    addCosts(columns, row, pieces, prices, onLine);
    addFees(pieces, prices, onLine);
  }
  if (!isSplit) return { excluded: null, anchorMs, pieces };
  const within = pieces.filter((piece) => isWithin(period, piece.startMs));
  return { excluded: null, anchorMs: NONE, pieces: within };
}
