import { randomUUID } from 'node:crypto';
import type { ApiToken } from '../contract/console/operators.ts';
import { failure } from '../http/problems.ts';
import type { SignedIn } from '../http/signed-in.ts';
import type { AccessDb } from '../store/schema/session-schema.ts';
import { hashOf, randomSecret } from './secrets.ts';
import { publicOperator } from './sessions.ts';

const MOST_TOKENS = 20;
/** Use is stored at most this often, in milliseconds. */
const USE_GRAIN_MS = 60 * 60_000;

/** The tokens of an operator, the newest first. */
export async function listTokens(db: AccessDb, operatorId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .where('operator_id', '=', operatorId)
    .orderBy('created_at', 'desc')
    .selectAll()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  }));
}

/**
 * Makes a token, which is stored nowhere: only its hash is. @param now in milliseconds
 * @throws Failure 409 if there are too many
 */
export async function makeToken(
  trx: AccessDb,
  operatorId: string,
  name: string,
  now: number,
): Promise<{ id: string; token: string }> {
  if ((await listTokens(trx, operatorId)).length >= MOST_TOKENS) {
    throw failure(409, 'changed_since', `You have ${MOST_TOKENS} tokens already. End one first.`);
  }
  const id = randomUUID();
  const token = `gridhelm_${randomSecret()}`;
  await trx
    .insertInto('api_tokens')
    .values({
      id,
      token_hash: hashOf(token),
      operator_id: operatorId,
      name,
      created_at: now,
      last_used_at: null,
    })
    .execute();
  return { id, token };
}

/** Ends a token of an operator. @throws Failure 404 */
export async function endToken(trx: AccessDb, operatorId: string, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw failure(404, 'not_found', 'There is no such token.');
}

/**
 * Finds the operator in whose name a program reads.
 * @param header the value of Authorization. @param now in milliseconds
 * @throws Failure 401 if the token is unknown or ended, or its operator is disabled
 */
export async function resolveToken(db: AccessDb, header: string, now: number): Promise<SignedIn> {
  const token = /^Bearer (gridhelm_[\w-]{43})$/.exec(header)?.[1];
  const row =
    token === undefined
      ? undefined
      : await db
          .selectFrom('api_tokens')
          .innerJoin('operators', 'operators.id', 'api_tokens.operator_id')
          .where('token_hash', '=', hashOf(token))
          .where('disabled_at', 'is', null)
          .select(['operators.id', 'operators.name', 'role', 'token_hash', 'last_used_at'])
          .executeTakeFirst();
  if (row === undefined) throw failure(401, 'not_signed_in', 'The token is unknown or was ended.');
  if (now - (row.last_used_at ?? 0) > USE_GRAIN_MS) {
    await db
      .updateTable('api_tokens')
      .set({ last_used_at: now })
      .where('token_hash', '=', row.token_hash)
      .execute();
  }
  return { operator: publicOperator(row), sessionHash: row.token_hash };
}
