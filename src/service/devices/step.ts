import type { Store } from '../store/store.ts';

/** A kind of thing that happens to devices by itself. What is due is kept in the store. */
export interface StepKind {
  /** Names it where it fails. */
  name: string;
  /** When the next one is due, in milliseconds since the epoch, or null. */
  nextDue(store: Store): Promise<number | null>;
  /**
   * Does what is due up to and including an instant, in order; of a long backlog only the beginning.
   * @param untilMs the instant; nothing of another kind is due earlier
   */
  run(store: Store, untilMs: number): Promise<void>;
  /**
   * The same for one Entity alone. Present where the steps of an Entity depend on no other Entity, so
   * that they may be taken ahead of the others' and still end the same.
   */
  ofEntity?: {
    nextDue(store: Store, entityId: string): Promise<number | null>;
    run(store: Store, entityId: string, untilMs: number): Promise<void>;
  };
}
