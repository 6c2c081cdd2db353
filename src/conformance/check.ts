import type { Client } from './client.ts';
import type { Fixtures, Targets } from './fixtures.ts';
import type { Undo } from './undo/undo.ts';

/**
 * What a check stands on: the specification; a fact of the public documentation; or a choice of the
 * embedded service on a point that both leave open. Only what the specification states binds another
 * deployment: what it does not show is filled in otherwise without fault.
 */
export type Basis = 'specification' | 'public fact' | 'own choice';

/** What checks work with. */
export interface Trial {
  client: Client;
  fixtures: Fixtures;
  targets: Targets;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Lets time pass, in milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Puts back what checks change; the client keeps it. */
  undo: Undo;
}

/** One statement about a deployment that can be found true or false. */
export interface Check {
  section: string;
  /** The statement. */
  name: string;
  basis: Basis;
  /** The part of the specification or the public fact that it comes from. */
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

/** Does something once for each trial, so that checks can look at one event from several sides. */
export function once<T>(act: (trial: Trial) => Promise<T>): (trial: Trial) => Promise<T> {
  const done = new WeakMap<Trial, Promise<T>>();
  return (trial) => {
    const known = done.get(trial) ?? act(trial);
    done.set(trial, known);
    return known;
  };
}
