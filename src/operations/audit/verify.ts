import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AuditBreak } from '../../contract/console/audit.ts';
import { z } from '../../contract/zod.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';
import type { Anchor } from './anchor-file.ts';
import { CUT, HEAD, NO_HASH, hashOfRow } from './chain.ts';

/** An administrator's statement that breaks are known, as the chain itself records it. */
export interface Acceptance {
  /** The row that says so; the accepted breaks are before it. */
  sequence: number;
  at: number;
  operatorName: string | null;
  reason: string;
  breaks: AuditBreak[];
}

/** Result of a walk along the chain. */
export interface ChainCheck {
  rows: number;
  /** Whether all breaks are accepted. */
  holds: boolean;
  /** The first break that was not accepted, or null. */
  brokenAt: number | null;
  /** All breaks that were not accepted, in order. */
  breaks: AuditBreak[];
  acceptances: Acceptance[];
}

/** The body of a row that re-anchors the chain. */
const Reanchoring = z.object({ reason: z.string(), digest: z.string() });
/** Outcome of the row that re-anchors, beside those of the request. */
export const REANCHORED = 'anchored';

const FIRST_HALVES = Array.from({ length: 0x400 }, (_, at) => String.fromCharCode(0xd800 + at));

/**
 * Whether a row differs only in the last character of its cut body: an earlier version could cut a
 * character in half and hash the half, which the store then replaced.
 */
function wasCutInHalf(row: Omit<AuditLogRow, 'hash'>, hash: string): boolean {
  const mark = `\ufffd${CUT}`;
  const { body } = row;
  if (body?.endsWith(mark) !== true) return false;
  const whole = body.slice(0, -mark.length);
  return FIRST_HALVES.some((half) => hashOfRow({ ...row, body: whole + half + CUT }) === hash);
}

function reanchoringOf(row: AuditLogRow) {
  if (row.action !== 'audit-reanchored' || row.outcome !== REANCHORED) return null;
  try {
    return Reanchoring.safeParse(JSON.parse(row.body ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** A walk along the chain, row by row; breaks do not end it. */
export class ChainWalk {
  readonly #anchors: ReadonlyMap<number, Anchor>;
  readonly #digest = createHash('sha256');
  readonly #acceptances: Acceptance[] = [];
  #open: AuditBreak[] = [];
  #rows = 0;
  /** The number that the next row must have. */
  #expected = 1;
  #previous: string | null = NO_HASH;

  /** @param anchors heads of the chain known from outside the store */
  constructor(anchors: readonly Anchor[]) {
    this.#anchors = new Map(anchors.map((anchor) => [anchor.sequence, anchor]));
  }

  get expected(): number {
    return this.#expected;
  }

  /** The highest number of the chain or of an anchor. */
  get last(): number {
    return Math.max(this.#expected - 1, ...this.#anchors.keys());
  }

  /** Digest of all rows so far as they are now, right or wrong. */
  get digest(): string {
    return this.#digest.copy().digest('hex');
  }

  get openBreaks(): number {
    return this.#open.length;
  }

  /** Notes that the rows from the expected one to this one are missing. */
  #miss(last: number, atEnd: boolean): void {
    this.#open.push({ code: 'missing', sequence: this.#expected, last, atEnd });
  }

  /** Takes the next existing row. */
  take(full: AuditLogRow): void {
    const { hash, ...row } = full;
    const { sequence } = row;
    if (sequence > this.#expected) {
      this.#miss(sequence - 1, false);
      this.#previous = null;
    }
    const actual = hashOfRow(row);
    if (actual !== hash) {
      this.#open.push({ code: wasCutInHalf(row, hash) ? 'cut' : 'changed', sequence });
    } else if (this.#previous !== null && row.previous_hash !== this.#previous) {
      this.#open.push({ code: 'unlinked', sequence });
    } else {
      this.#accept(full);
    }
    const anchor = this.#anchors.get(sequence);
    if (anchor !== undefined && anchor.hash !== hash) {
      this.#open.push({ code: 'not-anchored', sequence, anchoredAt: anchor.at });
    }
    this.#digest.update(`${sequence} ${actual} ${hash}\n`);
    this.#previous = hash;
    this.#expected = sequence + 1;
    this.#rows += 1;
  }

  /** If a row re-anchors the chain, marks the breaks before it as accepted. */
  #accept(row: AuditLogRow): void {
    const said = reanchoringOf(row);
    if (said === null) return;
    if (said.digest !== this.digest) {
      this.#open.push({ code: 'changed-since', sequence: row.sequence });
      return;
    }
    this.#acceptances.push({
      sequence: row.sequence,
      at: row.at,
      operatorName: row.operator_name,
      reason: said.reason,
      breaks: this.#open,
    });
    this.#open = [];
  }

  /**
   * Ends the walk.
   * @param head the number of the last row by the counter beside the log
   */
  end(head: number): ChainCheck {
    const last = Math.max(head, this.last);
    if (this.#expected <= last) this.#miss(last, true);
    const [first] = this.#open;
    return {
      rows: this.#rows,
      holds: first === undefined,
      brokenAt: first?.sequence ?? null,
      breaks: this.#open,
      acceptances: this.#acceptances,
    };
  }
}

/** Rows read at once: few enough that reading and hashing them takes some milliseconds. */
const PAGE = 100;

/** The number of the last row by the counter beside the log. */
export async function counterOf(db: Kysely<Store>): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .where('name', '=', HEAD)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** Continues a walk along all rows that it has not seen yet. */
export async function walkOn(db: Kysely<Store>, walk: ChainWalk): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .where('sequence', '>=', walk.expected)
      .orderBy('sequence')
      .limit(PAGE)
      .selectAll()
      .execute();
    for (const row of rows) walk.take(row);
    if (rows.length < PAGE) return;
    // The store answers without waiting for I/O, so nothing else would run.
    await setImmediate();
  }
}

/**
 * Walks the whole chain. Finds each row that was changed, removed or inserted, and by the anchors a tail
 * that was cut off together with its counter, or a rewritten chain.
 * @param anchors must be read before the call: rows are added meanwhile
 */
export async function verifyChain(
  db: Kysely<Store>,
  anchors: readonly Anchor[],
): Promise<ChainCheck> {
  // Read first: rows added meanwhile are then beyond the expected number, never missing.
  const head = await counterOf(db);
  const walk = new ChainWalk(anchors);
  await walkOn(db, walk);
  return walk.end(head);
}
