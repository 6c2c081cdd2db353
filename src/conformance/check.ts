import type { Client } from './client.ts';
import type { Fixtures, Targets } from './fixtures.ts';
import type { Undo } from './undo/undo.ts';

/**
 * The basis of a check: the specification; a fact of the public documentation; or a choice of the
 * embedded service on a point that both leave open. Only the specification binds another
 * deployment: it may decide open points differently.
 */
export type Basis = 'specification' | 'public fact' | 'own choice';

/** Dependencies of checks. */
export interface Trial {
  client: Client;
  fixtures: Fixtures;
  targets: Targets;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Waits, in milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Reverts changes of checks; the client keeps it. */
  undo: Undo;
}

/** One verifiable statement about a deployment. */
export interface Check {
  section: string;
  /** The statement. */
  name: string;
  basis: Basis;
  /** The part of the specification or the public fact that it is based on. */
  source: string;
  /** What it may change at the deployment; null: it only reads. */
  writes: string | null;
  /** Throws Differs or NotTried. */
  run(trial: Trial): Promise<void>;
}

/** What a check states and how it is tested, before it has a place in the table. */
export type Statement<Run = Check['run']> = Pick<Check, 'name' | 'basis' | 'source'> & { run: Run };

const statementOn =
  (basis: Basis) =>
  <Run>(name: string, source: string, run: Run): Statement<Run> => ({ name, basis, source, run });

/** A statement of the specification. @param source its part */
export const specification = statementOn('specification');
/** A statement of the public documentation. @param source the fact */
export const publicFact = statementOn('public fact');
/** A choice of the embedded service. @param source the part of the specification that leaves it open */
export const ownChoice = statementOn('own choice');

/**
 * Checks of one section of the table.
 * @param writes what all of them may change; null: they only read
 */
export function section(
  title: string,
  writes: string | null,
  statements: readonly Statement[],
): readonly Check[] {
  return statements.map((statement) => ({ section: title, writes, ...statement }));
}

/** Statements that hold for several things, each about one of them. */
export function about(what: string, statements: readonly Statement[]): Statement[] {
  return statements.map((statement) => ({ ...statement, name: `${what}: ${statement.name}` }));
}

/** Tolerance for the clock of a deployment, in milliseconds. */
export const CLOCK_MS = 3_600_000;

/** Does something once per trial, so that several checks can examine one event. */
export function once<T>(act: (trial: Trial) => Promise<T>): (trial: Trial) => Promise<T> {
  const done = new WeakMap<Trial, Promise<T>>();
  return (trial) => {
    const known = done.get(trial) ?? act(trial);
    done.set(trial, known);
    return known;
  };
}
