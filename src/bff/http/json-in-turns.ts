import { setImmediate as turn } from 'node:timers/promises';

/** Deepest nesting of a body; the deepest that any route takes has about ten levels. */
export const MAX_DEPTH = 64;
/** So much text is looked at, or parsed, before others have their turn: about two milliseconds. */
const TURN_LENGTH = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** Why a text is not taken. */
export class JsonFault extends Error {
  override name = 'JsonFault';
  readonly kind: 'depth' | 'form';

  constructor(kind: 'depth' | 'form') {
    super(kind === 'depth' ? 'nested too deep' : 'not well-formed');
    this.kind = kind;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonFault('form');
  }
}

/** The elements of a piece of a list, without its brackets. */
function elementsOf(piece: string): unknown[] {
  const elements = parse(`[${piece}]`);
  // Between two commas, or beside a bracket, there must be one.
  if (!Array.isArray(elements) || elements.length === 0) throw new JsonFault('form');
  return elements;
}

/** Takes the lists of an object out of its text and parses them piece by piece. */
class Lists {
  readonly #text: string;
  readonly #found: unknown[][] = [];
  /** The text without the elements of its lists, up to where the last one ended. */
  #rest = '';
  #restFrom = 0;
  /** Where the next piece of the list that is open begins; null: none is. */
  #from: number | null = null;
  readonly #length: number;

  /** @param length of a piece, at least */
  constructor(text: string, length: number) {
    this.#text = text;
    this.#length = length;
  }

  open(at: number): void {
    this.#rest += `${this.#text.slice(this.#restFrom, at + 1)}${this.#found.length}`;
    this.#found.push([]);
    this.#from = at + 1;
  }

  /** A comma between two elements. @returns whether a piece was parsed */
  part(at: number): boolean {
    if (this.#from === null || at - this.#from < this.#length) return false;
    this.#take(this.#text.slice(this.#from, at));
    this.#from = at + 1;
    return true;
  }

  close(at: number): void {
    if (this.#from === null) return;
    const piece = this.#text.slice(this.#from, at);
    const isEmpty = this.#found.at(-1)?.length === 0 && piece.trim() === '';
    if (!isEmpty) this.#take(piece);
    this.#from = null;
    this.#restFrom = at;
  }

  #take(piece: string): void {
    const list = this.#found.at(-1);
    for (const element of elementsOf(piece)) list?.push(element);
  }

  /** The whole value. */
  value(): unknown {
    const value = parse(this.#rest + this.#text.slice(this.#restFrom));
    if (this.#found.length === 0 || typeof value !== 'object' || value === null) return value;
    for (const [name, held] of Object.entries(value)) {
      // In place of each list stands its number.
      if (!Array.isArray(held)) continue;
      const list = this.#found[Number(held[0])];
      Object.defineProperty(value, name, {
        value: list,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return value;
  }
}

/**
 * Parses a JSON text, the lists of a long object piece by piece with a turn for others in between. The result is
 * that of JSON.parse.
 * @param length of what is short and parsed whole, and of a piece; a test has its own
 * @throws JsonFault where it nests deeper than `MAX_DEPTH` or is not well-formed
 */
export async function parseJsonInTurns(text: string, length = TURN_LENGTH): Promise<unknown> {
  const lists = new Lists(text, length);
  // A short one is parsed whole.
  const isParted = text.length > length && text.trimStart().startsWith('{');
  let depth = 0;
  let quoted = false;
  let turnAt = TURN_LENGTH;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (quoted) {
      if (unit === BACKSLASH) at += 1;
      else if (unit === QUOTE) quoted = false;
    } else if (unit === QUOTE) quoted = true;
    else if (unit === LIST || unit === OBJECT) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new JsonFault('depth');
      if (isParted && depth === 2 && unit === LIST) lists.open(at);
    } else if (unit === LIST_END || unit === OBJECT_END) {
      if (depth === 2) lists.close(at);
      depth -= 1;
    } else if (unit === COMMA && depth === 2 && lists.part(at)) turnAt = 0;
    if (at < turnAt) continue;
    await turn();
    turnAt = at + TURN_LENGTH;
  }
  return lists.value();
}
