import type { OneTimeLink } from '../contract/console/operators.ts';
import { failure } from '../http/problems.ts';
import type { AccessDb, OneTimeCodeRow } from '../store/schema/session-schema.ts';
import { hashOf, newCode } from './secrets.ts';

/** What a code is good for: the first administrator, a first password by invitation, or a new password. */
export type CodePurpose = 'setup' | 'invitation' | 'reset';

/** How long codes are valid, in milliseconds: an invitation may wait for Monday. */
export const VALID_MS: Readonly<Record<CodePurpose, number>> = {
  setup: 60 * 60_000,
  invitation: 7 * 24 * 60 * 60_000,
  reset: 60 * 60_000,
};
/** Used and expired codes are kept for so long, so that one is told why its link does not work any more. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

/** Stores the hash of a secret, which is good for one thing until it expires. @param now, validMs in milliseconds */
export async function storeSecret(
  trx: AccessDb,
  secret: string,
  of: Pick<OneTimeCodeRow, 'purpose' | 'operator_id' | 'payload'>,
  now: number,
  validMs: number,
): Promise<void> {
  const times = { created_at: now, expires_at: now + validMs, used_at: null };
  await trx
    .insertInto('one_time_codes')
    .values({ code_hash: hashOf(secret), ...of, ...times })
    .execute();
}

/** Makes a code; earlier ones of the operator become invalid. Only its hash is stored. @param now in milliseconds */
export async function issueCode(
  trx: AccessDb,
  purpose: CodePurpose,
  operatorId: string | null,
  now: number,
): Promise<OneTimeLink> {
  const code = newCode();
  await dropCodes(trx, operatorId);
  await trx
    .deleteFrom('one_time_codes')
    .where('expires_at', '<', now - KEPT_MS)
    .execute();
  const of = { purpose, operator_id: operatorId, payload: null };
  await storeSecret(trx, code, of, now, VALID_MS[purpose]);
  return { code, purpose, expiresAt: new Date(now + VALID_MS[purpose]).toISOString() };
}

/** Makes the unused codes of an operator invalid; null: those for the first administrator. */
export async function dropCodes(trx: AccessDb, operatorId: string | null): Promise<void> {
  await trx
    .deleteFrom('one_time_codes')
    .where('operator_id', operatorId === null ? 'is' : '=', operatorId)
    .where('purpose', 'in', ['setup', 'invitation', 'reset'])
    .where('used_at', 'is', null)
    .execute();
}

/**
 * A code that can be used. Guessing is hopeless (80 bits), so nothing limits it but the rate of requests.
 * @throws Failure 403 with what to do: it is unknown, was used, or has expired
 */
export async function findCode(
  db: AccessDb,
  purposes: readonly CodePurpose[],
  code: string,
  now: number,
): Promise<OneTimeCodeRow> {
  const row = await db
    .selectFrom('one_time_codes')
    .where('code_hash', '=', hashOf(code.trim().toUpperCase()))
    .where('purpose', 'in', purposes)
    .selectAll()
    .executeTakeFirst();
  const what = row?.purpose === 'invitation' ? 'invitation' : 'one-time code';
  const refuse = (why: string) => failure(403, 'forbidden', why);
  if (row === undefined) {
    throw refuse(
      'The one-time code is wrong or has expired, or a newer one replaced it. Ask for a new one.',
    );
  }
  if (row.used_at !== null) {
    throw refuse(`This ${what} was used already. Sign in with the password that was chosen then.`);
  }
  if (row.expires_at <= now) throw refuse(`This ${what} has expired. Ask for a new one.`);
  return row;
}

/** Marks a code as used; of two requests with it, one succeeds. @throws Failure 403 */
export async function spendCode(trx: AccessDb, row: OneTimeCodeRow, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('code_hash', '=', row.code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw failure(403, 'forbidden', 'This code was used already.');
}
