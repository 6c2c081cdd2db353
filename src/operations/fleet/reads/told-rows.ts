import { canonicalJson } from '../../../lib/canonical-json.ts';

/** When an answer was requested, and when it came, in milliseconds since the epoch. */
export interface AnswerTimes {
  askedAt: number;
  now: number;
}

/** A row as parsed, and as the Service sent it, with unknown fields. */
export interface ToldRow<Row> {
  row: Row;
  told: unknown;
  /** How many more times the same answer lists its id; the last one counts. */
  again: number;
  /** Whether any of these had different content. */
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
    // Compares known fields, as for versions of a session.
    const isOther = canonicalJson(before.row) !== canonicalJson(row);
    const differs = before.differs || isOther;
    this.#rows.set(row.id, { row, told, again: before.again + 1, differs });
  }

  /** Number of ids. */
  get size(): number {
    return this.#rows.size;
  }

  /** In the order of their first listing. */
  all(): ToldRow<Row>[] {
    return [...this.#rows.values()];
  }
}
