import type { SessionFacts } from './session-facts.ts';

/** A matched Location with the label of the match. */
export interface MatchedLocation {
  id: string;
  label: string | null;
}

/** Bits of `marks`. */
export const MARKS = { outOfRange: 1, listedDiffers: 2 } as const;

/** Columns of whole numbers, in the order of `SessionFacts`; NaN: no value. */
const AMOUNT_COLUMNS = [
  'startMs',
  'endMs',
  'energy',
  't1',
  't2',
  't3',
  't4',
  'powerMw',
  'socStart',
  'socEnd',
  'rangeGain',
] as const;
export type AmountColumn = (typeof AMOUNT_COLUMNS)[number];

const INDEX_COLUMNS = ['entity', 'location', 'address', 'zone', 'unit'] as const;
type IndexColumn = (typeof INDEX_COLUMNS)[number];

/** Values by small numbers, each made of a text; 0 is none. */
class Numbered<T> {
  readonly list: (T | null)[] = [null];
  readonly #make: (text: string) => T;
  readonly #numbers = new Map<string, number>();

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  numberOf(text: string | null): number {
    if (text === null) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.list.length);
    return this.list.push(this.#make(text)) - 1;
  }
}

const itself = (text: string) => text;
const ID_LENGTH = 36;

/** Names of units, places and zones that the columns refer to. Several tables share one. */
export class Dictionary {
  readonly units = new Numbered(itself);
  readonly addresses = new Numbered(itself);
  readonly zones = new Numbered(itself);
  /** As in `SessionFacts`. */
  readonly locations = new Numbered((text): MatchedLocation => ({
    id: text.slice(0, ID_LENGTH),
    label: text.slice(ID_LENGTH + 1) || null,
  }));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Where each byte of an id is in its text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** The value of each hexadecimal digit by its character code. */
const DIGIT = new Uint8Array(128);
for (let value = 0; value < 16; value += 1) {
  DIGIT[value.toString(16).charCodeAt(0)] = value;
  DIGIT[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/**
 * Sessions as columns of numbers, in the order of their Entities, and of their starts within one; those without a start
 * last. A million of them takes 130 MB.
 */
export class SessionColumns {
  readonly dictionary: Dictionary;
  count = 0;
  amounts: Record<AmountColumn, Float64Array>;
  indexes: Record<IndexColumn, Uint32Array>;
  lacks: Uint8Array;
  marks: Uint8Array;
  ids: Uint8Array;
  #ofAmounts: Float64Array[];
  /** Units that are not known, of the few sessions that have one. */
  readonly unknownUnits = new Map<number, readonly string[]>();

  /** @param capacity sessions that there is room for; it grows */
  constructor(dictionary: Dictionary, capacity: number) {
    this.dictionary = dictionary;
    const amount = () => new Float64Array(capacity);
    const index = () => new Uint32Array(capacity);
    this.amounts = {
      startMs: amount(),
      endMs: amount(),
      energy: amount(),
      t1: amount(),
      t2: amount(),
      t3: amount(),
      t4: amount(),
      powerMw: amount(),
      socStart: amount(),
      socEnd: amount(),
      rangeGain: amount(),
    };
    this.#ofAmounts = Object.values(this.amounts);
    this.indexes = {
      entity: index(),
      location: index(),
      address: index(),
      zone: index(),
      unit: index(),
    };
    this.lacks = new Uint8Array(capacity);
    this.marks = new Uint8Array(capacity);
    this.ids = new Uint8Array(16 * capacity);
  }

  /** Bytes that the columns take. */
  get bytes(): number {
    return this.lacks.length * (8 * AMOUNT_COLUMNS.length + 4 * INDEX_COLUMNS.length + 18);
  }

  /** Adds a session of an Entity. @param entity its number @param differs whether it is listed twice, differently */
  add(facts: SessionFacts, entity: number, differs: boolean): void {
    const [id, amounts, lacks, outOfRange, unit, location, address, zone, unknownUnits] = facts;
    const row = this.count;
    if (row >= this.lacks.length) this.#grow(Math.max(1024, Math.ceil(row * 1.5)));
    this.count += 1;
    this.#putId(row, id);
    for (let at = 0; at < AMOUNT_COLUMNS.length; at += 1) {
      const column = this.#ofAmounts[at];
      if (column !== undefined) column[row] = amounts[at] ?? Number.NaN;
    }
    const { indexes, dictionary } = this;
    indexes.entity[row] = entity;
    indexes.location[row] = dictionary.locations.numberOf(location);
    indexes.address[row] = dictionary.addresses.numberOf(address);
    indexes.zone[row] = dictionary.zones.numberOf(zone);
    indexes.unit[row] = dictionary.units.numberOf(unit);
    this.lacks[row] = lacks;
    this.marks[row] =
      (outOfRange === 0 ? 0 : MARKS.outOfRange) | (differs ? MARKS.listedDiffers : 0);
    if (unknownUnits.length > 0) this.unknownUnits.set(row, unknownUnits);
  }

  /** The id of a session, in lower case. */
  idOf(row: number): string {
    let text = '';
    for (let at = 0; at < 16; at += 1) {
      if (PLACES[at] === text.length + 1) text += '-';
      text += HEX[this.ids[16 * row + at] ?? 0] ?? '';
    }
    return text;
  }

  /** Appends rows of other columns with the same dictionary, as sessions of an Entity. */
  append(from: SessionColumns, first: number, end: number, entity: number): void {
    const at = this.count;
    const rows = end - first;
    if (at + rows > this.lacks.length) this.#grow(Math.max(at + rows, Math.ceil(at * 1.5)));
    for (const name of AMOUNT_COLUMNS) {
      this.amounts[name].set(from.amounts[name].subarray(first, end), at);
    }
    for (const name of INDEX_COLUMNS) {
      this.indexes[name].set(from.indexes[name].subarray(first, end), at);
    }
    this.indexes.entity.fill(entity, at, at + rows);
    this.lacks.set(from.lacks.subarray(first, end), at);
    this.marks.set(from.marks.subarray(first, end), at);
    this.ids.set(from.ids.subarray(16 * first, 16 * end), 16 * at);
    for (const [row, units] of from.unknownUnits) {
      if (row >= first && row < end) this.unknownUnits.set(row - first + at, units);
    }
    this.count += rows;
  }

  #grow(capacity: number): void {
    const larger = new SessionColumns(this.dictionary, capacity);
    for (const name of AMOUNT_COLUMNS) larger.amounts[name].set(this.amounts[name]);
    for (const name of INDEX_COLUMNS) larger.indexes[name].set(this.indexes[name]);
    larger.lacks.set(this.lacks);
    larger.marks.set(this.marks);
    larger.ids.set(this.ids);
    this.amounts = larger.amounts;
    this.#ofAmounts = larger.#ofAmounts;
    this.indexes = larger.indexes;
    this.lacks = larger.lacks;
    this.marks = larger.marks;
    this.ids = larger.ids;
  }

  #putId(row: number, id: string): void {
    for (let byte = 0; byte < 16; byte += 1) {
      const at = PLACES[byte] ?? 0;
      const high = DIGIT[id.charCodeAt(at) & 127] ?? 0;
      this.ids[16 * row + byte] = 16 * high + (DIGIT[id.charCodeAt(at + 1) & 127] ?? 0);
    }
  }
}
