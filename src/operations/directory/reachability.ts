import type { Kysely } from 'kysely';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import type { Clock } from '../../lib/clock.ts';
import { noteAnswered, noteRefused } from '../fleet/offboarding/offboarded.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Minimum interval between writes of the same status of an id, in milliseconds. */
const EVERY_MS = 60_000;
/** Ids that are buffered between two writes. */
const REMEMBERED = 20_000;

/**
 * Records for each id whether the Service knows it with our credentials; unknown ids are ignored. It starts empty:
 * the first status of each id is written.
 * @returns records an answer of the Service about an id: its refusal, 403 or 404, or null for a success
 */
export function createReachability(db: Kysely<Store>, clock: Pick<Clock, 'now'>) {
  const written = new Map<string, { status: number | null; at: number; changed: boolean }>();
  return async (
    { kind, id }: { kind: DirectoryKind; id: string },
    status: number | null,
  ): Promise<void> => {
    const now = clock.now();
    const last = written.get(id);
    const recent = last !== undefined && now - last.at < EVERY_MS;
    // A success is written at once; a refusal waits for the minute after the last change.
    if (recent && (last.status === status || (status !== null && last.changed))) return;
    if (written.size >= REMEMBERED) written.clear();
    written.set(id, { status, at: now, changed: true });
    const news = { unreachable_status: status, unreachable_at: status === null ? null : now };
    const changed = await db.transaction().execute(async (trx) => {
      const table = kind === 'collective' ? 'collectives' : 'entities';
      let of = trx.updateTable(table).set(news).where('id', '=', id);
      if (status === null) of = of.where('unreachable_status', 'is not', null);
      const isChanged = (await of.executeTakeFirst()).numUpdatedRows > 0n;
      if (isChanged && kind === 'entity') {
        await (status === null ? noteAnswered : noteRefused)(trx, id, now);
      }
      return isChanged;
    });
    written.set(id, { status, at: now, changed });
  };
}
