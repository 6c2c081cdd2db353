import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Role, type Operator } from '../../contract/console/session.ts';
import type { Clock } from '../clock.ts';
import type { OperatorRow, Store } from '../store/schema.ts';

/** A session ends after this long without use, in milliseconds. */
export const IDLE_MS = 30 * 60_000;
/** A session ends this long after the sign-in, used or not, in milliseconds. */
export const ABSOLUTE_MS = 12 * 60 * 60_000;
/** Use is written down at most this often, in milliseconds. */
const USE_GRAIN_MS = 60_000;

/** Who is behind a request. */
export interface SignedIn {
  operator: Operator;
  /** Hash of the session's id: names the session in records without opening it. */
  sessionHash: string;
}

/** The sessions of operators, kept in the store. */
export interface Sessions {
  /**
   * Starts a session.
   * @returns the cookie's value, which exists nowhere else
   */
  open(operatorId: string): Promise<string>;
  /**
   * Finds who a cookie belongs to.
   * @param background whether the page asks by itself, which is not use
   * @returns null where the session is unknown or over, or its operator may not sign in
   */
  resolve(value: string, background: boolean): Promise<SignedIn | null>;
  /** Ends a session; an unknown one is fine. */
  end(value: string): Promise<void>;
}

/** The hash under which a secret is stored. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** An unguessable text: 32 random bytes. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The part of an operator that browsers see. */
export function publicOperator(row: Pick<OperatorRow, 'id' | 'name' | 'role'>): Operator {
  return { id: row.id, name: row.name, role: Role.parse(row.role) };
}

/** A session that ended by itself. */
export interface EndedSession {
  sessionHash: string;
  operatorId: string;
  /** In words. */
  why: string;
}

/**
 * Keeps sessions in the store.
 * @param demo whether demo operators may be signed in; a data folder may outlive the demo
 * @param onEnded told once of each session that is found to be over by its age
 */
export function createSessions(
  db: Kysely<Store>,
  clock: Pick<Clock, 'now'>,
  demo: boolean,
  onEnded: (session: EndedSession) => void = () => {},
): Sessions {
  /** Removes the sessions that are over by their age: all of them, or one. */
  const removeOver = async (now: number, only: string | null) => {
    let over = db
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('created_at', '<=', now - ABSOLUTE_MS),
          where('last_used_at', '<=', now - IDLE_MS),
        ]),
      );
    if (only !== null) over = over.where('id_hash', '=', only);
    for (const row of await over.returningAll().execute()) {
      onEnded({
        sessionHash: row.id_hash,
        operatorId: row.operator_id,
        why: now - row.created_at >= ABSOLUTE_MS ? 'It reached its longest life.' : 'It was idle.',
      });
    }
  };
  return {
    async open(operatorId) {
      const now = clock.now();
      const value = randomSecret();
      await removeOver(now, null);
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
      const row = await db
        .selectFrom('sessions')
        .innerJoin('operators', 'operators.id', 'sessions.operator_id')
        .where('sessions.id_hash', '=', sessionHash)
        .select([
          'sessions.created_at as started_at',
          'sessions.last_used_at',
          'operators.id',
          'operators.name',
          'operators.role',
          'operators.source',
          'operators.disabled_at',
        ])
        .executeTakeFirst();
      if (row === undefined || row.disabled_at !== null) return null;
      if (row.source === 'demo' && !demo) return null;
      const now = clock.now();
      if (now - row.started_at >= ABSOLUTE_MS || now - row.last_used_at >= IDLE_MS) {
        await removeOver(now, sessionHash);
        return null;
      }
      if (!background && now - row.last_used_at >= USE_GRAIN_MS) {
        await db
          .updateTable('sessions')
          .set({ last_used_at: now })
          .where('id_hash', '=', sessionHash)
          .execute();
      }
      return { operator: publicOperator(row), sessionHash };
    },

    async end(value) {
      await db.deleteFrom('sessions').where('id_hash', '=', hashOf(value)).execute();
    },
  };
}
