import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { OperatorSession } from '../contract/console/operators.ts';
import { Role, SESSION_IDLE_MS, type Operator } from '../contract/console/session.ts';
import { failure } from '../http/problems.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { steadyTime, type Clock } from '../lib/clock.ts';
import type {
  AccessDb,
  OperatorRow,
  SessionRow,
  SessionTables,
} from '../store/schema/session-schema.ts';
import { isStoreFailure } from '../store/store-failure.ts';
import { isDemoOperator } from './demo-operators.ts';
import { hashOf, randomSecret } from './secrets.ts';

/** A session ends after this long without use, in milliseconds. */
export const IDLE_MS = SESSION_IDLE_MS;
/** A session ends this long after the sign-in, used or not, in milliseconds. */
export const ABSOLUTE_MS = 12 * 60 * 60_000;
/** An operator who proved who they are need not do so again for this long, in milliseconds. */
export const CONFIRMED_MS = 10 * 60_000;
/** Use is stored at most this often, in milliseconds. */
const USE_GRAIN_MS = 60_000;

/** A session that expired. */
interface EndedSession {
  sessionHash: string;
  operatorId: string;
  /** In plain words. */
  why: string;
}

/** What sessions are kept with. */
export interface SessionsParts {
  db: Kysely<SessionTables>;
  /** A connection that does not wait for writes. */
  reader: Kysely<SessionTables>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Whether demo operators may be signed in; a data folder may be used again without the demo. */
  demo: boolean;
  /**
   * The identity provider by which operators sign in, or null. Sessions that began otherwise, before it was set, are over
   * but for administrators; so are those of another provider.
   */
  issuer?: string | null;
  /** Records each session that is found expired, once. It never throws. */
  onEnded?(session: EndedSession): Promise<void>;
  /** Called when the store could not be written; the session itself continues. */
  onStoreFailure?(error: unknown): void;
}

/** Where a session is begun. */
type BeganAt = Pick<SessionRow, 'address' | 'browser'> & {
  /** What signed the operator in, and how long ago they proved to it who they are; null: unknown. */
  provider?: { issuer: string; provedSecondsAgo: number | null };
};

/** The sessions of operators, kept in the store and read from it for each request. */
export interface Sessions {
  /** Starts a session. @returns the cookie's value, which is stored nowhere else */
  open(operatorId: string, at: BeganAt): Promise<string>;
  /** When a session that begins now ends at the latest, in milliseconds since the epoch. */
  endOfNew(): number;
  /**
   * Finds the operator of a cookie.
   * @param background whether the page reads in the background, which does not count as use
   * @returns null if the session is unknown or over, or its operator may not sign in
   */
  resolve(value: string, background: boolean): Promise<SignedIn | null>;
  /**
   * Requires that the operator proved who they are within ten minutes; a demo operator cannot, and need not.
   * @throws Failure 403
   */
  requireConfirmed: (signedIn: SignedIn) => Promise<void>;
  /** Notes that they have. */
  confirm(signedIn: SignedIn): Promise<void>;
  /**
   * Ends a session at once; an unknown one is ignored.
   * @returns whether the end is stored; otherwise the session lives again after a restart before `catchUp`
   */
  end(value: string): Promise<boolean>;
  /** The sessions of an operator, the last used first. @param own the hash of the asking session */
  list(operatorId: string, own: string): Promise<OperatorSession[]>;
  /** Stores what could not be stored when it happened. @throws if it still cannot */
  catchUp(): Promise<void>;
  /** Tells listeners that operators or sessions were changed in the store. */
  changed(): void;
  /**
   * Notifies a listener at once when this process ended a session, or changed operators or sessions.
   * @param listener gets the hash of the session, or null if any may be over
   */
  listen(listener: (sessionHash: string | null) => void): void;
}

type OperatorPart = Pick<OperatorRow, 'id' | 'name' | 'role'>;
type SessionAge = Pick<SessionRow, 'id_hash' | 'created_at' | 'last_used_at'>;
type FoundSession = SessionAge & Pick<SessionRow, 'provider'> & OperatorPart;

/**
 * Finds the session and the operator who may sign in with it. The requests that arrive in one turn of the event loop
 * share a query, which begins after all of them: nobody gets what was read before they asked, on any process.
 */
function sessionFinder(db: Kysely<SessionTables>) {
  // Compiled once: it is the one query of every request.
  const query = db
    .selectFrom('sessions')
    .innerJoin('operators', 'operators.id', 'sessions.operator_id')
    .where('sessions.id_hash', '=', '')
    .where('operators.disabled_at', 'is', null)
    .select(['id_hash', 'sessions.created_at', 'last_used_at', 'provider'])
    .select(['operators.id', 'operators.name', 'operators.role'])
    .compile();
  const asked = new Map<string, Promise<FoundSession | undefined>>();
  const find = async (sessionHash: string) => {
    await nextTurn();
    asked.delete(sessionHash);
    const { rows } = await db.executeQuery<FoundSession>({ ...query, parameters: [sessionHash] });
    return rows[0];
  };
  return (sessionHash: string) => {
    const finding = asked.get(sessionHash) ?? find(sessionHash);
    asked.set(sessionHash, finding);
    return finding;
  };
}

/** The part of an operator that browsers see. */
export function publicOperator(row: OperatorPart): Operator {
  return { id: row.id, name: row.name, role: Role.parse(row.role) };
}

/** The name of a session for those who list and end it; it grants nothing. */
function publicId(sessionHash: string): string {
  return sessionHash.slice(0, 16);
}

/**
 * Keeps sessions in the store. Their last use and their end also count while the store cannot be written;
 * both are stored once it can.
 */
export function createSessions(parts: SessionsParts): Sessions {
  const { db, reader, demo, issuer = null } = parts;
  const time = steadyTime(parts.clock);
  const findRow = sessionFinder(reader);
  /** The last use of sessions, as far as it is not stored. */
  const used = new Map<string, number>();
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
      parts.onStoreFailure?.(error);
      return false;
    }
  };
  const storeUse = async (sessionHash: string, at: number) => {
    await db
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('id_hash', '=', sessionHash)
      .execute();
    if (used.get(sessionHash) === at) used.delete(sessionHash);
  };
  /** @returns whether it was there */
  const remove = async (sessionHash: string) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id_hash', '=', sessionHash)
      .executeTakeFirst();
    used.delete(sessionHash);
    ended.delete(sessionHash);
    return numDeletedRows > 0n;
  };

  const lastUse = (row: SessionAge) => Math.max(row.last_used_at, used.get(row.id_hash) ?? 0);
  /** Why a session is over by its age, or null. */
  const whyOver = (row: SessionAge): string | null => {
    if (time() - row.created_at >= ABSOLUTE_MS) return 'It reached its maximum age.';
    return time() - lastUse(row) >= IDLE_MS ? 'It was idle.' : null;
  };
  const endByAge = async (sessionHash: string, operatorId: string, why: string) => {
    ended.add(sessionHash);
    const wasThere = await remove(sessionHash);
    tell(sessionHash);
    if (wasThere) await parts.onEnded?.({ sessionHash, operatorId, why });
  };
  const removeOver = async () => {
    const old = await db
      .selectFrom('sessions')
      .where('last_used_at', '<=', time() - IDLE_MS)
      .selectAll()
      .execute();
    for (const row of old) {
      const why = whyOver(row);
      if (why !== null) await endByAge(row.id_hash, row.operator_id, why);
    }
  };
  const catchUp = async () => {
    for (const sessionHash of ended) await remove(sessionHash);
    for (const [sessionHash, at] of used) await storeUse(sessionHash, at);
  };

  return {
    async open(operatorId, { address, browser, provider }) {
      const value = randomSecret();
      // One who was signed in at the provider already may have proved it long ago.
      const provedMs = provider === undefined ? 0 : (provider.provedSecondsAgo ?? Infinity) * 1000;
      await catchUp();
      await removeOver();
      await db
        .insertInto('sessions')
        .values({
          id_hash: hashOf(value),
          operator_id: operatorId,
          created_at: time(),
          last_used_at: time(),
          confirmed_at: Math.max(0, Math.round(time() - Math.max(0, provedMs))),
          address,
          browser,
          provider: provider?.issuer ?? null,
        })
        .execute();
      return value;
    },

    endOfNew: () => time() + ABSOLUTE_MS,

    async resolve(value, background) {
      const sessionHash = hashOf(value);
      if (ended.has(sessionHash)) return null;
      const row = await findRow(sessionHash);
      if (row === undefined || (!demo && isDemoOperator(row.id))) return null;
      const byOther = row.provider !== issuer;
      if (byOther && (row.provider !== null || row.role !== 'administrator')) return null;
      const why = whyOver(row);
      if (why !== null) {
        await tryStore(() => endByAge(sessionHash, row.id, why));
        return null;
      }
      if (!background) {
        const at = time();
        used.set(sessionHash, at);
        if (at - row.last_used_at >= USE_GRAIN_MS) await tryStore(() => storeUse(sessionHash, at));
      }
      const byProvider = row.provider === null ? {} : { byProvider: true as const };
      const endsAt = row.created_at + ABSOLUTE_MS;
      return { operator: publicOperator(row), sessionHash, ...byProvider, endsAt };
    },

    async requireConfirmed({ operator, sessionHash }) {
      if (isDemoOperator(operator.id)) return;
      const row = await reader
        .selectFrom('sessions')
        .where('id_hash', '=', sessionHash)
        .select('confirmed_at')
        .executeTakeFirst();
      if (row !== undefined && time() - row.confirmed_at < CONFIRMED_MS) return;
      throw failure(403, 'confirm_identity', 'Confirm that it is you.');
    },

    async confirm({ sessionHash }) {
      await db
        .updateTable('sessions')
        .set({ confirmed_at: time() })
        .where('id_hash', '=', sessionHash)
        .execute();
    },

    async end(value) {
      const sessionHash = hashOf(value);
      ended.add(sessionHash);
      const isStored = await tryStore(() => remove(sessionHash));
      tell(sessionHash);
      return isStored;
    },

    async list(operatorId, own) {
      const rows = await reader
        .selectFrom('sessions')
        .where('operator_id', '=', operatorId)
        .selectAll()
        .execute();
      return rows
        .filter((row) => whyOver(row) === null && !ended.has(row.id_hash))
        .toSorted((a, b) => lastUse(b) - lastUse(a))
        .map((row) => ({
          id: publicId(row.id_hash),
          isOwn: row.id_hash === own,
          startedAt: new Date(row.created_at).toISOString(),
          lastUsedAt: new Date(lastUse(row)).toISOString(),
          address: row.address,
          browser: row.browser,
        }));
    },

    catchUp,
    changed: () => tell(null),
    listen: (listener) => void listeners.add(listener),
  };
}

/**
 * Ends sessions of an operator in the transaction of what ends them.
 * @param which the public id of one; or all but the one with the hash
 * @returns how many
 */
export async function endSessions(
  trx: AccessDb,
  operatorId: string,
  which: { id: string } | { but: string | null },
): Promise<number> {
  let sessions = trx.deleteFrom('sessions').where('operator_id', '=', operatorId);
  if ('id' in which) sessions = sessions.where('id_hash', 'like', `${which.id}%`);
  else if (which.but !== null) sessions = sessions.where('id_hash', '!=', which.but);
  const { numDeletedRows } = await sessions.executeTakeFirst();
  return Number(numDeletedRows);
}
