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

type Tried = readonly [name: string, basis: Basis, source: string, run: Check['run']];

/**
 * Checks of one section of the table.
 * @param writes what all of them may change; null: they only read
 */
export function section(
  title: string,
  writes: string | null,
  checks: readonly Tried[],
): readonly Check[] {
  return checks.map(([name, basis, source, run]) => ({
    section: title,
    name,
    basis,
    source,
    writes,
    run,
  }));
}

/** Does something once per trial, so that several checks can examine one event. */
export function once<T>(act: (trial: Trial) => Promise<T>): (trial: Trial) => Promise<T> {
  const done = new WeakMap<Trial, Promise<T>>();
  return (trial) => {
    const known = done.get(trial) ?? act(trial);
    done.set(trial, known);
    return known;
  };
}
