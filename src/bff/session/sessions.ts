import { hash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Role, type Operator } from '../../contract/console/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStoreFailure } from '../../store/store-failure.ts';
import type { OperatorRow, SessionRow, SessionTables } from '../../store/schema/session-schema.ts';
import { createKnownSessions } from './known-sessions.ts';

/** A session ends after this long without use, in milliseconds. */
export const IDLE_MS = 30 * 60_000;
/** A session ends this long after the sign-in, used or not, in milliseconds. */
export const ABSOLUTE_MS = 12 * 60 * 60_000;
/** Use is stored at most this often, in milliseconds. */
const USE_GRAIN_MS = 60_000;

/** The sender of a request. */
export interface SignedIn {
  operator: Operator;
  /** Hash of the session's id: identifies the session in records without giving access to it. */
  sessionHash: string;
}

/** The sessions of operators, kept in the store. */
export interface Sessions {
  /**
   * Starts a session.
   * @returns the cookie's value, which is stored nowhere else
   */
  open(operatorId: string): Promise<string>;
  /**
   * Finds the operator of a cookie.
   * @param background whether the page reads in the background, which does not count as use
   * @returns null if the session is unknown or over, or its operator may not sign in
   */
  resolve(value: string, background: boolean): Promise<SignedIn | null>;
  /**
   * Ends a session at once; an unknown one is ignored.
   * @returns whether the end is stored; otherwise the session lives again after a restart before `catchUp`
   */
  end(value: string): Promise<boolean>;
  /** Stores what could not be stored when it happened. @throws if it still cannot */
  catchUp(): Promise<void>;
  /** Reads the store next time: this process has changed operators or sessions there. */
  forget(): void;
  /**
   * Notifies a listener at once when this process ended a session, or changed operators or sessions.
   * @param listener gets the hash of the session, or null if any may be over
   */
  listen(listener: (sessionHash: string | null) => void): void;
}

/** The hash under which a secret is stored. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

/** An unguessable text: 32 random bytes. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The part of an operator that browsers see. */
export function publicOperator(row: Pick<OperatorRow, 'id' | 'name' | 'role'>): Operator {
  return { id: row.id, name: row.name, role: Role.parse(row.role) };
}

/** A session that expired. */
export interface EndedSession {
  sessionHash: string;
  operatorId: string;
  /** In plain words. */
  why: string;
}

/** Receives what happens to sessions without a request. */
interface SessionEvents {
  /** Called once for each session found expired. */
  onEnded(session: EndedSession): void;
  /** Called when the store could not be written; the session itself continues. */
  onStoreFailure(error: unknown): void;
}

const NO_EVENTS: SessionEvents = { onEnded() {}, onStoreFailure() {} };

/** When a session was last used, as this process saw it. */
interface Use {
  /** By the wall clock, as it is stored. */
  at: number;
  /** By the clock that never goes back. */
  elapsed: number;
  /** The stored value; a different one there comes from another process. */
  stored: number;
  /** Whether `at` is not stored yet. */
  waits: boolean;
}

/** What sessions are kept with. */
export interface SessionsParts {
  db: Kysely<SessionTables>;
  /** A connection that does not wait for writes. */
  reader: Kysely<SessionTables>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Whether demo operators may be signed in; a data folder may be used again without the demo. */
  demo: boolean;
  /** Absent: no listener. */
  events?: SessionEvents;
}

/**
 * Keeps sessions in the store. Their last use and their end also count while the store cannot be written;
 * both are stored once it can.
 */
export function createSessions(parts: SessionsParts): Sessions {
  const { db, clock, demo, events = NO_EVENTS } = parts;
  const known = createKnownSessions(parts.reader, clock);
  const used = new Map<string, Use>();
  /** Sessions that have ended but are still stored. */
  const ended = new Set<string>();
  const listeners = new Set<(sessionHash: string | null) => void>();

  const tell = (sessionHash: string | null) => {
    for (const listener of listeners) listener(sessionHash);
  };

  /** Writes to the store what may wait. @returns whether it was written */
  const tryStore = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      events.onStoreFailure(error);
      return false;
    }
  };

  const storeUse = (sessionHash: string, at: number) =>
    db
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('id_hash', '=', sessionHash)
      .execute();

  const remove = (sessionHash: string) =>
    db.deleteFrom('sessions').where('id_hash', '=', sessionHash).execute();

  const isStored = async (sessionHash: string) => {
    let found: unknown;
    const couldRead = await tryStore(async () => {
      found = await db
        .selectFrom('sessions')
        .where('id_hash', '=', sessionHash)
        .select('id_hash')
        .executeTakeFirst();
    });
    return !couldRead || found !== undefined;
  };

  const end = async (sessionHash: string): Promise<boolean> => {
    if (!(await isStored(sessionHash))) return true;
    used.delete(sessionHash);
    ended.add(sessionHash);
    tell(sessionHash);
    if (!(await tryStore(() => remove(sessionHash)))) return false;
    // Not earlier: until it is removed, a request may look it up once more.
    known.forget(sessionHash);
    ended.delete(sessionHash);
    return true;
  };

  const catchUp = async () => {
    for (const sessionHash of ended) {
      await remove(sessionHash);
      known.forget(sessionHash);
      ended.delete(sessionHash);
    }
    for (const [sessionHash, use] of used) {
      if (!use.waits) continue;
      await storeUse(sessionHash, use.at);
      used.set(sessionHash, { ...use, stored: use.at, waits: false });
    }
  };

  /** Milliseconds without use. */
  const idleMs = (sessionHash: string, storedAt: number, now: number): number => {
    const use = used.get(sessionHash);
    return use === undefined || use.stored !== storedAt
      ? now - storedAt
      : clock.elapsed() - use.elapsed;
  };

  /** Why a session is over by its age, or null. */
  const whyOver = (row: SessionRow, now: number): string | null => {
    if (now - row.created_at >= ABSOLUTE_MS) return 'It reached its maximum age.';
    return idleMs(row.id_hash, row.last_used_at, now) >= IDLE_MS ? 'It was idle.' : null;
  };

  const endByAge = async (row: SessionRow, why: string) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id_hash', '=', row.id_hash)
      .executeTakeFirst();
    used.delete(row.id_hash);
    known.forget(row.id_hash);
    tell(row.id_hash);
    if (numDeletedRows === 0n) return;
    events.onEnded({ sessionHash: row.id_hash, operatorId: row.operator_id, why });
  };

  const removeOver = async (now: number) => {
    const old = await db
      .selectFrom('sessions')
      .where((where) =>
        where.or([
          where('created_at', '<=', now - ABSOLUTE_MS),
          where('last_used_at', '<=', now - IDLE_MS),
        ]),
      )
      .selectAll()
      .execute();
    for (const row of old) {
      const why = whyOver(row, now);
      if (why !== null) await endByAge(row, why);
    }
    for (const [sessionHash, use] of used) {
      if (clock.elapsed() - use.elapsed >= ABSOLUTE_MS) used.delete(sessionHash);
    }
  };

  const noteUse = async (sessionHash: string, stored: number, now: number) => {
    const use = { at: now, elapsed: clock.elapsed(), stored };
    if (Math.abs(now - stored) < USE_GRAIN_MS) {
      used.set(sessionHash, { ...use, waits: false });
      return;
    }
    used.set(sessionHash, { ...use, waits: true });
    if (await tryStore(() => storeUse(sessionHash, now))) {
      known.forget(sessionHash);
      used.set(sessionHash, { ...use, stored: now, waits: false });
    }
  };

  return {
    async open(operatorId) {
      const now = clock.now();
      const value = randomSecret();
      await catchUp();
      await removeOver(now);
      await db
        .insertInto('sessions')
        .values({
          id_hash: hashOf(value),
          operator_id: operatorId,
          created_at: now,
          last_used_at: now,
        })
        .execute();
      return value;
    },

    async resolve(value, background) {
      const sessionHash = hashOf(value);
      if (ended.has(sessionHash)) return null;
      const row = await known.find(sessionHash);
      if (row === undefined || row.disabled_at !== null) return null;
      if (row.source === 'demo' && !demo) return null;
      const now = clock.now();
      const why = whyOver(row, now);
      if (why !== null) {
        if (!(await tryStore(() => endByAge(row, why)))) ended.add(sessionHash);
        return null;
      }
      if (!background) await noteUse(sessionHash, row.last_used_at, now);
      return { operator: publicOperator(row), sessionHash };
    },

    end: (value) => end(hashOf(value)),
    catchUp,

    forget() {
      known.forget();
      tell(null);
    },

    listen(listener) {
      listeners.add(listener);
    },
  };
}
