import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  ProviderAttempt,
  type Operator,
  type ProviderAnswer,
} from '../contract/console/session.ts';
import { failure } from '../http/problems.ts';
import { steadyTime, type Clock } from '../lib/clock.ts';
import type { AccessDb, SessionTables } from '../store/schema/session-schema.ts';
import type { AttemptKeys, IdentityProvider, ProviderIdentity } from './identity-provider.ts';
import { storeSecret } from './one-time-codes.ts';
import { hashOf, randomSecret } from './secrets.ts';
import { endSessions } from './sessions.ts';

/** An attempt is given up after this long, in seconds. */
export const ATTEMPT_S = 10 * 60;
/** Allowance for the provider’s rounding to whole seconds, and for the way to it. */
const ROUNDING_S = 5;

/** Sign-in by the identity provider; what it throws is a sentence for the sign-in page. */
export type ProviderSignIns = ReturnType<typeof createProviderSignIns>;

/** An attempt that the provider answered. */
interface FinishedAttempt {
  who: ProviderIdentity;
  /** Whether it was begun to confirm who is signed in. */
  confirms: boolean;
  /** How long the attempt took, in seconds. */
  seconds: number;
}

/** All that ties an answer to a browser follows from one secret in it, so that the store holds none. */
function keysOf(secret: string): AttemptKeys {
  const keyFor = (use: string) => hashOf(`${use} ${secret}`);
  return { state: keyFor('state'), nonce: keyFor('nonce'), verifier: keyFor('verifier') };
}

/** Signs operators in by the provider; who they are is its issuer and subject, never a name or an address. */
export function createProviderSignIns(parts: {
  db: Kysely<SessionTables>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  provider: IdentityProvider;
  /** The address of the sign-in page, which the provider knows. */
  redirectUri: () => string;
}) {
  const { db, provider, redirectUri } = parts;
  const { issuer, host } = provider;
  const time = steadyTime(parts.clock);
  const refuse = (message: string) => failure(401, 'not_signed_in', message);

  const operatorOf = (from: AccessDb, subject: string) =>
    from
      .selectFrom('identities')
      .innerJoin('operators', 'operators.id', 'identities.operator_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .select(['operators.id', 'operators.disabled_at'])
      .executeTakeFirst();

  /** Ends what somebody who has lost their groups still holds. */
  const expel = async (subject: string) => {
    await db.transaction().execute(async (trx) => {
      const lost = await operatorOf(trx, subject);
      if (lost === undefined) return;
      await endSessions(trx, lost.id, { but: null });
      await trx.deleteFrom('api_tokens').where('operator_id', '=', lost.id).execute();
    });
  };

  return {
    provider,

    /**
     * Begins an attempt.
     * @returns where the browser goes, the state that names the attempt, and the secret that the browser alone keeps
     * @throws Failure 503
     */
    async begin(given: ProviderAttempt) {
      const secret = randomSecret();
      const keys = keysOf(secret);
      const url = await provider.beginUrl(keys, redirectUri(), given.confirms);
      const now = time();
      await db
        .deleteFrom('one_time_codes')
        .where('purpose', '=', 'provider')
        .where('expires_at', '<', now)
        .execute();
      const of = { purpose: 'provider', operator_id: null, payload: JSON.stringify(given) };
      await storeSecret(db, keys.state, of, now, ATTEMPT_S * 1000);
      return { url, state: keys.state, secret };
    },

    /**
     * Ends an attempt, whatever comes of it.
     * @param secret what the browser kept; undefined: it did not begin this attempt
     * @throws Failure 401 or 503
     */
    async finish(answer: ProviderAnswer, secret: string | undefined): Promise<FinishedAttempt> {
      const keys = secret === undefined ? null : keysOf(secret);
      if (keys === null || keys.state !== answer.state) {
        throw refuse(
          'This sign-in was begun in another browser, or more than ten minutes ago. Sign in again.',
        );
      }
      // Spent before the provider is asked: of two answers with one state, one is looked at.
      const row = await db
        .updateTable('one_time_codes')
        .set({ used_at: time() })
        .where('code_hash', '=', hashOf(keys.state))
        .where('purpose', '=', 'provider')
        .where('used_at', 'is', null)
        .where('expires_at', '>', time())
        .returning(['payload', 'created_at'])
        .executeTakeFirst();
      if (row === undefined) {
        throw refuse('This sign-in was used already, or took too long. Sign in again.');
      }
      const { confirms } = ProviderAttempt.parse(JSON.parse(row.payload ?? ''));
      const who = await provider.identify(answer, keys, redirectUri());
      return { who, confirms, seconds: (time() - row.created_at) / 1000 };
    },

    /** Lets who signed in there in here, with the role of their groups. @throws Failure 403 */
    async admit({ subject, name, role }: ProviderIdentity): Promise<Operator> {
      if (role === null) {
        await expel(subject);
        throw failure(
          403,
          'forbidden',
          `${name} has an account at ${host}, but none of its groups gives access to this console. Ask who manages the groups there.`,
        );
      }
      return db.transaction().execute(async (trx) => {
        const operator = { id: randomUUID(), name, role };
        const at = { created_at: time() };
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('identities')
          .values({ issuer, subject, operator_id: operator.id, password_hash: null, ...at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 1n) {
          await trx
            .insertInto('operators')
            .values({ ...operator, disabled_at: null, ...at })
            .execute();
          return operator;
        }
        const found = await operatorOf(trx, subject);
        if (found === undefined || found.disabled_at !== null) {
          throw failure(
            403,
            'forbidden',
            `${name} is disabled in this console and cannot sign in. Ask an administrator.`,
          );
        }
        await trx.updateTable('operators').set({ name, role }).where('id', '=', found.id).execute();
        return { ...operator, id: found.id };
      });
    },

    /** Requires that an operator has just proved at the provider who they are. @throws Failure 403 */
    async requireProved({ who, seconds }: FinishedAttempt, operatorId: string): Promise<void> {
      if ((await operatorOf(db, who.subject))?.id !== operatorId) {
        throw failure(
          403,
          'forbidden',
          `${who.name} confirmed, but somebody else is signed in here. Nothing was done.`,
        );
      }
      if (who.provedSecondsAgo !== null && who.provedSecondsAgo <= seconds + ROUNDING_S) return;
      throw failure(
        403,
        'forbidden',
        `${host} did not ask again who you are, so nothing was confirmed. Sign out here and sign in again.`,
      );
    },

    /** Where the browser signs out of the provider too, or null. @throws Failure 503 */
    signOutUrl: () => provider.signOutUrl(redirectUri()),
  };
}
