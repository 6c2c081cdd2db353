import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Command } from '../../../contract/command.ts';
import type { ReadResource } from '../../../contract/console/choices.ts';
import type { Changed } from '../../../contract/console/live.ts';
import type { Location } from '../../../contract/location.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
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

/** The span of time that a list was read for, in milliseconds since the epoch. */
export interface ReadSpan {
  from: number;
  to: number;
}

/** What the Service said of one resource. `deleted`: the id of one that an operator deleted. */
export type Told =
  | { resource: 'locations'; locations: readonly Location[] }
  | { resource: 'locations' | 'members'; deleted: string }
  | { resource: 'features' | 'capacity' | 'members' | 'types'; content: unknown }
  | { resource: 'offboarding'; rows: readonly ToldRow<OffboardingRequest>[] }
  | { resource: 'commands'; rows: readonly ToldRow<Command>[] }
  | {
      resource: 'sessions' | 'history';
      rows: readonly ToldRow<ChargeSession>[];
      /** Null: not all of any span. */
      span: ReadSpan | null;
      /** Whether it went as far back as the weekly read. */
      isWide: boolean;
    };

/** What a transaction stored of one resource of an owner. */
export interface Stored {
  owner: string;
  resource: ReadResource;
  /** `same`: it was read again, without news. */
  brought: 'news' | 'same' | 'nothing';
  /** What pages are told besides that the fleet changed. */
  changed?: Changed;
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

/** Rows that were parsed already, with what their schema does not know. */
export function toldRows<Row extends { id: string }>(rows: readonly Row[]): ToldRow<Row>[] {
  const found = new ToldRows<Row>();
  for (const row of rows) found.add(row, row);
  return found.all();
}
