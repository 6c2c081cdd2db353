/** What waits, each with what lets it go on. */
export type Queue = Set<() => void>;

/** While a lower level waits, it gets at least one of this many turns. */
const LEAST_TURN = 8;

/**
 * Creates queues that share something scarce.
 * @param names of the queues by level: the first level goes first, and the queues of one level take turns
 */
export function createTurns<Name extends string>(names: readonly (readonly Name[])[]) {
  const levels = names.map((level) => ({
    queues: new Map(level.map((name): [Name, Queue] => [name, new Set()])),
    /** Grants to higher levels while it waited. */
    passedBy: 0,
  }));
  const all = new Map(levels.flatMap(({ queues }) => [...queues]));
  const waits = ({ queues }: (typeof levels)[number]) =>
    [...queues.values()].some(({ size }) => size > 0);
  return {
    queueOf: (name: Name): Queue => all.get(name) ?? new Set(),
    isEmpty: () => !levels.some(waits),
    /** Takes the one whose turn it is, or null; its queue goes to the end of its level. */
    next(): (() => void) | null {
      const waiting = levels.filter(waits);
      const level = waiting.findLast(({ passedBy }) => passedBy >= LEAST_TURN - 1) ?? waiting[0];
      if (level === undefined) return null;
      for (const lower of waiting.slice(waiting.indexOf(level) + 1)) lower.passedBy += 1;
      level.passedBy = 0;
      for (const [name, queue] of level.queues) {
        const [first] = queue;
        if (first === undefined) continue;
        queue.delete(first);
        level.queues.delete(name);
        level.queues.set(name, queue);
        return first;
      }
      return null;
    },
  };
}
