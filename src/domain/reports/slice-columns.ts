import type { ZoneCalendar } from './zone-calendar.ts';
import type { Cut, Piece } from './cut-session.ts';

const NONE = Number.NaN;
const REGISTER_COLUMNS = ['t1', 't2', 't3', 't4'] as const;
const COST_COLUMNS = ['cost', 'fees', 'unpriced'] as const;
const INDEX_COLUMNS = {
  session: Uint32Array,
  day: Int32Array,
  hourAt: Float64Array,
  hour: Uint8Array,
};

/** Which amounts the sessions of a report have at all. */
export interface SliceAmounts {
  registers: ReadonlySet<string>;
  costs: boolean;
}

type Amounts = 'energy' | 'durationMs' | (typeof REGISTER_COLUMNS | typeof COST_COLUMNS)[number];

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
  session = new Uint32Array(0);
  /** Days since 1970-01-01 of the local date. */
  day = new Int32Array(0);
  /** Start of the clock hour, in minutes since the epoch; a repeated hour has two. */
  hourAt = new Float64Array(0);
  /** Of the local day, 0 to 23. */
  hour = new Uint8Array(0);
  /** Millionths; NaN: none. */
  amounts: Record<Amounts, Float64Array>;
  readonly #has: SliceAmounts;

  constructor(has: SliceAmounts, capacity: number) {
    this.#has = has;
    const none = new Float64Array(0);
    this.amounts = {
      energy: none,
      durationMs: none,
      t1: none,
      t2: none,
      t3: none,
      t4: none,
      cost: none,
      fees: none,
      unpriced: none,
    };
    this.#grow(capacity);
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
    if (at >= this.session.length) this.#grow(Math.max(1024, Math.ceil(at * 1.5)));
    this.count += 1;
    this.session[at] = row;
    this.day[at] = day;
    this.hour[at] = hour;
    this.hourAt[at] = hourAt;
    const { amounts } = this;
    amounts.energy[at] = NONE;
    amounts.durationMs[at] = 0;
    for (const name of REGISTER_COLUMNS) if (amounts[name].length > 0) amounts[name][at] = NONE;
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

  #grow(capacity: number): void {
    const copied = <T extends Int32Array | Uint32Array | Uint8Array | Float64Array>(
      to: T,
      from: T,
    ) => {
      to.set(from);
      return to;
    };
    this.session = copied(new INDEX_COLUMNS.session(capacity), this.session);
    this.day = copied(new INDEX_COLUMNS.day(capacity), this.day);
    this.hourAt = copied(new INDEX_COLUMNS.hourAt(capacity), this.hourAt);
    this.hour = copied(new INDEX_COLUMNS.hour(capacity), this.hour);
    const names: Amounts[] = [
      'energy',
      'durationMs',
      ...REGISTER_COLUMNS.filter((name) => this.#has.registers.has(name)),
      ...(this.#has.costs ? COST_COLUMNS : []),
    ];
    for (const name of names) {
      this.amounts[name] = copied(new Float64Array(capacity), this.amounts[name]);
    }
  }
}
