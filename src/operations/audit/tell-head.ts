import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';
import { headOf } from './chain.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Tells the last row of the audit log at the start, daily and at a stop, so that a cut tail is found.
 * @param parts.tell writes it where the store does not reach
 * @param parts.onError called when it could not be read
 */
export function createHeadTeller(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'after'>;
  tell(head: Pick<AuditLogRow, 'sequence' | 'hash'>): void;
  onError(error: unknown): void;
}): { start(): void; stop(): Promise<void> } {
  let callOff = () => {};
  const tell = async () => {
    try {
      const head = await headOf(parts.db);
      if (head !== undefined) parts.tell(head);
    } catch (error) {
      parts.onError(error);
    }
  };
  const start = () => {
    callOff = parts.clock.after(DAY_MS, start);
    void tell();
  };
  return {
    start,
    stop() {
      callOff();
      return tell();
    },
  };
}
