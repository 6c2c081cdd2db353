import { REGISTERS } from '../session-maths.ts';
import type { ZoneCalendar } from './zone-calendar.ts';
import type { Cut, Piece } from './cut-session.ts';

const NONE = Number.NaN;
/** Which amounts the sessions of a report have at all. */
export interface SliceAmounts {
  registers: ReadonlySet<string>;
  costs: boolean;
}

type Amounts = 'energy' | 'durationMs' | 'cost' | 'fees' | 'unpriced' | (typeof REGISTERS)[number];

/** Adds an amount, unless there is none; the first one makes it known. */
function add(column: Float64Array, at: number, amount: number): void {
  if (amount !== amount) return;
  const before = column[at] ?? NONE;
  column[at] = before === before ? before + amount : amount;
}

/**
 * The parts of sessions within one clock hour, as columns, in the order of their sessions. Columns that no session needs
 * are empty. The first slice of a session counts it.
 */
export class SliceColumns {
  count = 0;
  readonly session: Uint32Array;
  /** Days since 1970-01-01 of the local date. */
  readonly day: Int32Array;
  /** Start of the clock hour, in minutes since the epoch; a repeated hour has two. */
  readonly hourAt: Float64Array;
  /** Of the local day, 0 to 23. */
  readonly hour: Uint8Array;
  /** Millionths; NaN: none. */
  readonly amounts: Readonly<Record<Amounts, Float64Array>>;
  readonly #has: SliceAmounts;

  /** @param most slices that there is room for */
  constructor(has: SliceAmounts, most: number) {
    this.#has = has;
    this.session = new Uint32Array(most);
    this.day = new Int32Array(most);
    this.hourAt = new Float64Array(most);
    this.hour = new Uint8Array(most);
    const column = (isNeeded = true) => new Float64Array(isNeeded ? most : 0);
    const { registers, costs } = has;
    this.amounts = {
      energy: column(),
      durationMs: column(),
      t1: column(registers.has('t1')),
      t2: column(registers.has('t2')),
      t3: column(registers.has('t3')),
      t4: column(registers.has('t4')),
      cost: column(costs),
      fees: column(costs),
      unpriced: column(costs),
    };
  }

  /** Bytes that the slices take; memory that was never written is none. */
  get bytes(): number {
    const columns = Object.values(this.amounts).filter(({ length }) => length > 0).length;
    return (8 * columns + 17) * this.count;
  }

  /** Adds the slices of a cut session. */
  add(row: number, { anchorMs, pieces }: Cut, calendar: ZoneCalendar): void {
    let last = -1;
    let lastHourAt = NONE;
    for (const piece of pieces) {
      const isNew = last === -1 || anchorMs !== anchorMs;
      if (isNew) {
        const { day, hour, hourAt } = calendar.placeOf(
          anchorMs === anchorMs ? anchorMs : piece.startMs,
        );
        if (last === -1 || hourAt !== lastHourAt) {
          last = this.#slice(row, day, hour, hourAt);
          lastHourAt = hourAt;
        }
      }
      this.#merge(last, piece);
    }
  }

  #slice(row: number, day: number, hour: number, hourAt: number): number {
    const at = this.count;
    if (at >= this.session.length) throw new Error('more slices than there is room for');
    this.count += 1;
    this.session[at] = row;
    this.day[at] = day;
    this.hour[at] = hour;
    this.hourAt[at] = hourAt;
    const { amounts } = this;
    amounts.energy[at] = NONE;
    amounts.durationMs[at] = 0;
    for (const name of REGISTERS) if (amounts[name].length > 0) amounts[name][at] = NONE;
    if (this.#has.costs) {
      amounts.cost[at] = NONE;
      amounts.fees[at] = NONE;
      amounts.unpriced[at] = 0;
    }
    return at;
  }

  #merge(at: number, piece: Piece): void {
    const { energy, durationMs, t1, t2, t3, t4, cost, fees, unpriced } = this.amounts;
    add(energy, at, piece.energy);
    add(durationMs, at, piece.endMs - piece.startMs);
    // Nothing is put into a column that no session needs.
    add(t1, at, piece.registers[0]);
    add(t2, at, piece.registers[1]);
    add(t3, at, piece.registers[2]);
    add(t4, at, piece.registers[3]);
    if (!this.#has.costs) return;
    add(cost, at, piece.cost);
    add(fees, at, piece.fees);
    add(unpriced, at, piece.unpriced);
  }
}
