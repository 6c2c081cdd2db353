import type { Store } from '../store/store.ts';

/** A kind of event that happens to devices over time. Due events are in the store. */
export interface StepKind {
  /** Its name in failure messages. */
  name: string;
  /** When the next one is due, in milliseconds since the epoch, or null. */
  nextDue(store: Store): Promise<number | null>;
  /**
   * Does what is due up to and including an instant, in order; of a long backlog only the beginning.
   * @param untilMs the instant; no other kind is due earlier
   */
  run(store: Store, untilMs: number): Promise<void>;
  /**
   * The same for one Entity. Present if the steps of an Entity depend on no other Entity, so that
   * they may run ahead of the others' with the same result.
   */
  ofEntity?: {
    nextDue(store: Store, entityId: string): Promise<number | null>;
    run(store: Store, entityId: string, untilMs: number): Promise<void>;
  };
}
