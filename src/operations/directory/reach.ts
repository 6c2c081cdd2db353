import type { Kysely } from 'kysely';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';

/** The same news of an id is written at most this often, in milliseconds. */
const EVERY_MS = 60_000;
/** Ids that are remembered between two writes. */
const REMEMBERED = 20_000;

/** Keeps for each id whether the Service knows it with our credentials. */
export interface Reach {
  /**
   * Takes note of an answer of the Service about an id. News of ids that the directory does not know
   * are dropped.
   * @param status the refusal, 403 or 404; null: it was a success
   */
  note(thing: { kind: DirectoryKind; id: string }, status: number | null): Promise<void>;
}

/** Starts with nothing remembered: the first news of each id is written. */
export function createReach(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Reach {
  const written = new Map<string, { status: number | null; at: number; changed: boolean }>();
  return {
    async note({ kind, id }, status) {
      const now = clock.now();
      const last = written.get(id);
      const recent = last !== undefined && now - last.at < EVERY_MS;
      // A success ends what is shown at once; a refusal waits for the minute after the last change.
      if (recent && (last.status === status || (status !== null && last.changed))) return;
      if (written.size >= REMEMBERED) written.clear();
      written.set(id, { status, at: now, changed: true });
      const news = { unreachable_status: status, unreachable_at: status === null ? null : now };
      const table = kind === 'collective' ? 'collectives' : 'entities';
      let update = db.updateTable(table).set(news).where('id', '=', id);
      if (status === null) update = update.where('unreachable_status', 'is not', null);
      const { numUpdatedRows } = await update.executeTakeFirst();
      written.set(id, { status, at: now, changed: numUpdatedRows > 0n });
    },
  };
}
