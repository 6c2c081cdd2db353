import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { OperatorRow, SessionRow, SessionTables } from '../../store/schema/session-schema.ts';

/** How long a found session is trusted, in milliseconds: another process may end it. */
export const BELIEVED_MS = 1000;
/** Maximum number of remembered sessions. */
const MOST_KNOWN = 10_000;

/** A stored session with its operator. */
type KnownSession = SessionRow &
  Pick<OperatorRow, 'id' | 'name' | 'role' | 'source' | 'disabled_at'>;

/** Finds sessions. A page sends dozens of requests at once, which share one look at the store. */
export interface KnownSessions {
  /** @returns undefined if no such session is stored */
  find(sessionHash: string): Promise<KnownSession | undefined>;
  /** Forgets a session, so that the next request reads it again. Absent: all sessions. */
  forget(sessionHash?: string): void;
}

/** Neither a failure nor an unknown cookie is remembered. */
async function dropUnlessFound(found: Promise<unknown>, drop: () => void): Promise<void> {
  try {
    if ((await found) === undefined) drop();
  } catch {
    drop();
  }
}

/** @param reader a connection that does not wait for writes */
export function createKnownSessions(
  reader: Kysely<SessionTables>,
  clock: Pick<Clock, 'elapsed'>,
): KnownSessions {
  const known = new Map<string, { found: Promise<KnownSession | undefined>; until: number }>();

  const lookUp = (sessionHash: string) =>
    reader
      .selectFrom('sessions')
      .innerJoin('operators', 'operators.id', 'sessions.operator_id')
      .where('sessions.id_hash', '=', sessionHash)
      .select([
        'sessions.id_hash',
        'sessions.operator_id',
        'sessions.created_at',
        'sessions.last_used_at',
        'operators.id',
        'operators.name',
        'operators.role',
        'operators.source',
        'operators.disabled_at',
      ])
      .executeTakeFirst();

  const remember = (sessionHash: string) => {
    const found = lookUp(sessionHash);
    const entry = { found, until: clock.elapsed() + BELIEVED_MS };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(sessionHash, entry);
    const drop = () => {
      if (known.get(sessionHash) === entry) known.delete(sessionHash);
    };
    void dropUnlessFound(found, drop);
    return found;
  };

  return {
    find(sessionHash) {
      const entry = known.get(sessionHash);
      return entry !== undefined && clock.elapsed() < entry.until
        ? entry.found
        : remember(sessionHash);
    },
    forget(sessionHash) {
      if (sessionHash === undefined) known.clear();
      else known.delete(sessionHash);
    },
  };
}
