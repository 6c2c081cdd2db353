import type { FaultRule } from './rules.ts';

/** Commands that a lie is about. */
interface Subject {
  /** Text that the id, Entity, batch or Collective of a Command holds; null: all Commands. */
  about: string | null;
}

/** What a handler is to do or tell that is not so. */
export interface Lies {
  /** How many Entities outside of the Collective a dispatch commands as well. */
  strangers: number;
  /** Commands that a read knows nothing of; with a number only those received less than that many ms ago. */
  hidden: readonly (Subject & { newerThanMs: number | null })[];
  /** Commands whose end a read takes back. */
  takenBack: readonly Subject[];
}

/** The lies that the faults of a request ask for. */
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
