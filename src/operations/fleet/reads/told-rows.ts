import { canonicalJson } from '../../../lib/canonical-json.ts';

/** When an answer was asked for, and when it came, in milliseconds since the epoch. */
export interface AnswerTimes {
  askedAt: number;
  now: number;
}

/** A row as it is parsed, and as the Service told it, with unknown fields. */
export interface ToldRow<Row> {
  row: Row;
  told: unknown;
  /** How many more times the same answer lists its id; what is listed last counts. */
  again: number;
  /** Whether any of these had another content. */
  differs: boolean;
}

/** Collects the rows of an answer. An id that is listed more than once is one row. */
export class ToldRows<Row extends { id: string }> {
  readonly #rows = new Map<string, ToldRow<Row>>();

  add(row: Row, told: unknown): void {
    const before = this.#rows.get(row.id);
    if (before === undefined) {
      this.#rows.set(row.id, { row, told, again: 0, differs: false });
      return;
    }
    // By the fields that are known, as versions of a session are compared.
    const isOther = canonicalJson(before.row) !== canonicalJson(row);
    const differs = before.differs || isOther;
    this.#rows.set(row.id, { row, told, again: before.again + 1, differs });
  }

  /** How many ids there are. */
  get size(): number {
    return this.#rows.size;
  }

  /** In the order in which they were listed first. */
  all(): ToldRow<Row>[] {
    return [...this.#rows.values()];
  }
}
