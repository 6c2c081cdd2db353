import { hash } from '@node-rs/argon2';
import type { Kysely, Transaction } from 'kysely';
import type { Operator, PasswordChange, PasswordReset } from '../../contract/console/session.ts';
import type { RecordReset } from './password-reset-code.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure, failure, invalid } from '../http/problems.ts';
import type { SessionTables } from '../../store/schema/session-schema.ts';
import { whyGuessable } from './common-passwords.ts';
import { hashOf, publicOperator, type SignedIn } from './sessions.ts';

/** Changes and resets operators' passwords. */
export interface PasswordChanges {
  /**
   * Checks a new password for the signed-in operator.
   * @param signIn checks the current password, and counts a wrong one as at sign-in
   * @returns a function that stores it, and ends all their other sessions
   * @throws Failure 400 if the password was changed meanwhile: of two simultaneous changes, one is stored
   * @throws Failure 400 (a guessable password, or the current one is wrong), 404 (no password), 429 or 503
   */
  change(
    given: PasswordChange,
    who: SignedIn,
    signIn: (name: string, password: string) => Promise<Operator>,
  ): Promise<(trx: Transaction<SessionTables>) => Promise<void>>;
  /**
   * Sets a new password by a one-time code, and ends all sessions of its operator. A code has 80 bits and
   * expires after an hour, so nothing is hashed for a wrong one: guessing is hopeless.
   * @throws Failure 400 (a guessable password) or 403
   */
  reset(given: PasswordReset, address: string): Promise<Operator>;
}

function refuseGuessable(password: string, name: string): void {
  const weakness = whyGuessable(password, name);
  if (weakness !== null) throw invalid('password', weakness);
}

/** Ends the sessions of an operator whose password was stored, except the one given. */
async function endSessions(
  trx: Transaction<SessionTables>,
  operatorId: string,
  keptSession: string | null,
): Promise<void> {
  await trx.deleteFrom('password_resets').where('operator_id', '=', operatorId).execute();
  let sessions = trx.deleteFrom('sessions').where('operator_id', '=', operatorId);
  if (keptSession !== null) sessions = sessions.where('id_hash', '!=', keptSession);
  await sessions.execute();
}

/**
 * Creates the functions that change passwords in the store.
 * @param record writes each reset into the audit log, in the same transaction
 */
export function createPasswordChanges(
  db: Kysely<SessionTables>,
  clock: Pick<Clock, 'now'>,
  record: RecordReset,
): PasswordChanges {
  const wrongCode = () =>
    failure(403, 'forbidden', 'The one-time code is wrong or has expired. Ask for a new one.');
  const resetOf = (from: Kysely<SessionTables>, code: string) =>
    from
      .selectFrom('password_resets')
      .innerJoin('operators', 'operators.id', 'password_resets.operator_id')
      .where('code_hash', '=', hashOf(code.toUpperCase()))
      .where('expires_at', '>', clock.now())
      .where('operators.disabled_at', 'is', null)
      .where('operators.source', '=', 'local')
      .select(['operators.id', 'operators.name', 'operators.role'])
      .executeTakeFirst();
  return {
    async change({ current, next }, { operator, sessionHash }, signIn) {
      refuseGuessable(next, operator.name);
      // Before the check, so that a change made after it is noticed below.
      const checked = await db
        .selectFrom('operators')
        .where('id', '=', operator.id)
        .select('password_hash')
        .executeTakeFirst();
      try {
        const { id } = await signIn(operator.name, current);
        if (id !== operator.id) throw failure(404, 'not_found', 'You have no password here.');
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.status !== 401) throw thrown;
        throw invalid('current', 'The current password is wrong.');
      }
      const passwordHash = await hash(next);
      return async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('operators')
          .set({ password_hash: passwordHash })
          .where('id', '=', operator.id)
          .where('password_hash', '=', checked?.password_hash ?? null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) {
          throw invalid('current', 'The password was changed meanwhile; this one was not stored.');
        }
        await endSessions(trx, operator.id, sessionHash);
      };
    },

    async reset({ code, password }, address) {
      const found = await resetOf(db, code);
      if (found === undefined) throw wrongCode();
      refuseGuessable(password, found.name);
      const passwordHash = await hash(password);
      return db.transaction().execute(async (trx) => {
        // Another request may have used the code meanwhile.
        const row = await resetOf(trx, code);
        if (row === undefined) throw wrongCode();
        const operator = publicOperator(row);
        await trx
          .updateTable('operators')
          .set({ password_hash: passwordHash })
          .where('id', '=', operator.id)
          .execute();
        await endSessions(trx, operator.id, null);
        await record(trx, { outcome: 'done', operator, address }, clock.now());
        return operator;
      });
    },
  };
}
