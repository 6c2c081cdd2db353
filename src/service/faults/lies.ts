import type { FaultRule } from './rules.ts';

/** The Commands that a lie affects. */
interface Subject {
  /** Text in the id, Entity, batch or Collective of a Command; null: all Commands. */
  about: string | null;
}

/** Falsifications in the handling of a request. */
export interface Lies {
  /** Number of Entities outside the Collective that a dispatch also commands. */
  strangers: number;
  /** Commands that a read hides; with a number only those received less than that many ms ago. */
  hidden: readonly (Subject & { newerThanMs: number | null })[];
  /** Commands whose final state a read hides. */
  takenBack: readonly Subject[];
}

/** The lies requested by the faults of a request. */
export function liesOf(struck: readonly FaultRule[]): Lies {
  const of = (kind: FaultRule['kind']) => struck.filter((rule) => rule.kind === kind);
  const about = ({ address }: FaultRule) => ({ about: address ?? null });
  return {
    strangers: of('strangers').reduce((sum, rule) => sum + (rule.rows ?? 0), 0),
    hidden: [
      ...of('forgetting').map((rule) => ({ ...about(rule), newerThanMs: null })),
      ...of('lagging-lists').map((rule) => ({ ...about(rule), newerThanMs: rule.ms ?? 0 })),
    ],
    takenBack: of('going-back').map(about),
  };
}
