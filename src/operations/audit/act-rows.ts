import type { FastifyRequest } from 'fastify';
import type { AddDone, AddRows, Audit } from './audit.ts';
import type { AuditEntry } from './chain.ts';

/** How an act ended: the status of the Service's answer, or the error thrown. */
export type ActEnd = { upstreamStatus: number | null } | { thrown: unknown };

/** Writes the rows of an act in the transactions of the act, which saves a commit. */
export interface ActRows {
  /** @param write stores the act durably; its first rows are in the same transaction */
  begin<T>(write: (add: AddRows) => Promise<T>): Promise<T>;
  /** @param write stores the outcome; the row with it is in the same transaction */
  end<T>(end: ActEnd, write: (add: AddRows) => Promise<T>): Promise<T>;
  /** Notes that nothing is done: the operator did the act before, and its answer is repeated. */
  repeat(): void;
}

const rowsOf = new WeakMap<FastifyRequest, ActRows>();

/** The rows of the act that a request asks for. @throws Error if its route does not record acts */
export function actRowsOf(request: FastifyRequest): ActRows {
  const rows = rowsOf.get(request);
  if (rows === undefined) throw new Error('this route writes no rows with its act');
  return rows;
}

/** The same, with what is stored already. */
interface KnownRows extends ActRows {
  hasBegun(): boolean;
  hasEnded(): boolean;
  /** Whether the answer was only repeated. */
  isRepeated(): boolean;
}

/**
 * Gives a request the rows of its act.
 * @param asked the first rows
 * @param ended makes the row with the outcome
 */
export function withActRows(
  request: FastifyRequest,
  audit: Pick<Audit, 'recordWith'>,
  asked: readonly AuditEntry[],
  ended: (end: ActEnd) => AuditEntry,
): KnownRows {
  const stored = { begun: false, ended: false };
  let repeated = false;
  const recordedIn = async <T>(
    part: keyof typeof stored,
    entries: readonly AuditEntry[],
    write: (add: AddRows) => Promise<T>,
  ) => {
    let added = false;
    const result = await audit.recordWith((add) =>
      write(async (trx) => {
        await add(trx, entries);
        added = true;
      }),
    );
    // Not earlier: a transaction may fail after they were added.
    stored[part] ||= added;
    return result;
  };
  const rows: KnownRows = {
    begin: (write) => recordedIn('begun', asked, write),
    end: (end, write) => recordedIn('ended', [ended(end)], write),
    repeat() {
      repeated = true;
    },
    isRepeated: () => repeated,
    hasBegun: () => stored.begun,
    hasEnded: () => stored.ended,
  };
  rowsOf.set(request, rows);
  return rows;
}

/** Runs an act that stores something; `done` adds its last row to the same transaction. */
type WriteDone = <T>(write: (done: AddDone) => Promise<T>) => Promise<T>;

const doneOf = new WeakMap<FastifyRequest, WriteDone>();

/**
 * Stores an act together with the row that it is done, so that the log never denies what took effect. An act that
 * changes nothing does not add the row; it is written afterwards then.
 * @param write stores the act
 * @throws Error if the route of the request does not record acts
 */
export function doneWith<T>(
  request: FastifyRequest,
  write: (done: AddDone) => Promise<T>,
): Promise<T> {
  const run = doneOf.get(request);
  if (run === undefined) throw new Error('this route does not record acts');
  return run(write);
}

/**
 * Lets a request use `doneWith`.
 * @param asked the first row
 * @returns a function that tells whether the row that the act is done is stored
 */
export function withDoneRow(
  request: FastifyRequest,
  audit: Pick<Audit, 'recordWith'>,
  asked: AuditEntry,
): () => boolean {
  let isStored = false;
  doneOf.set(request, async (write) => {
    let isAdded = false;
    const result = await audit.recordWith((add) =>
      write(async (trx, body = null) => {
        await add(trx, [{ ...asked, outcome: 'done', upstreamStatus: null, body }]);
        isAdded = true;
      }),
    );
    // Not earlier: the transaction may fail after the row was added.
    isStored ||= isAdded;
    return result;
  });
  return () => isStored;
}
