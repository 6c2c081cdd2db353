import { randomBytes, randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import type {
  FirstAdministrator,
  Operator,
  PasswordSignIn,
} from '../../contract/console/session.ts';
import type { Clock } from '../clock.ts';
import { failure, invalid, type Failure } from '../problems.ts';
import type { Store } from '../store/schema.ts';
import { whyGuessable } from './common-passwords.ts';
import { createRateLimit } from './rate-limit.ts';
import { hashOf, publicOperator } from './sessions.ts';

/** Sign-in with name and password, for real deployments. */
export interface PasswordSignIns {
  /** Whether there is no operator yet, so that the first has to be made with the one-time code. */
  needsSetup(): Promise<boolean>;
  /**
   * Makes the one-time code where it is needed. Only its hash is kept; an earlier code is dead.
   * @returns the code, or null where there is an operator already
   */
  makeSetupCode(): Promise<string | null>;
  /** Makes the first administrator. @throws Failure 400 (a guessable password), 403, 404 or 429 */
  setUp(given: FirstAdministrator, address: string): Promise<Operator>;
  /** Checks name and password. @throws Failure 401 or 429 */
  signIn(given: PasswordSignIn, address: string): Promise<Operator>;
}

/** A setup code is good for this long, in milliseconds. */
export const SETUP_CODE_MS = 60 * 60_000;
const FREE_PER_ACCOUNT = 5;
const FREE_PER_ADDRESS = 20;
// The library's own defaults: argon2id, 19 MiB, 2 passes, which OWASP names as a minimum.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A name as it is compared: without case and in one Unicode form. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Sixteen letters and digits that are easily told apart, in groups of four: 80 bits. */
export function newCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** Offers sign-in with passwords; operators are kept in the store. */
export async function createPasswordSignIns(
  db: Kysely<Store>,
  clock: Pick<Clock, 'now'>,
): Promise<PasswordSignIns> {
  const accounts = createRateLimit(clock, FREE_PER_ACCOUNT);
  const addresses = createRateLimit(clock, FREE_PER_ADDRESS);
  // Checked for unknown names, so that they take as long as known ones.
  const nobody = await hash(randomBytes(16).toString('hex'), ARGON);

  const checkRate = (account: string, address: string) => {
    const wait = Math.max(accounts.waitS(account), addresses.waitS(address));
    if (wait === 0) return;
    throw failure(429, 'too_many_requests', `Too many failed tries. Wait ${wait} seconds.`, {
      headers: { 'Retry-After': String(wait) },
    });
  };
  const countFailure = (account: string, address: string, failed: Failure) => {
    accounts.failed(account);
    addresses.failed(address);
    return failed;
  };
  const needsSetup = async () => {
    const found = await db
      .selectFrom('operators')
      .where('source', '=', 'local')
      .select('id')
      .limit(1)
      .executeTakeFirst();
    return found === undefined;
  };

  return {
    needsSetup,

    async makeSetupCode() {
      await db.deleteFrom('setup_codes').execute();
      if (!(await needsSetup())) return null;
      const code = newCode();
      await db
        .insertInto('setup_codes')
        .values({ code_hash: hashOf(code), expires_at: clock.now() + SETUP_CODE_MS })
        .execute();
      return code;
    },

    async setUp(given, address) {
      const account = 'setup code';
      checkRate(account, address);
      if (!(await needsSetup())) {
        throw failure(404, 'not_found', 'The first administrator has been made already.');
      }
      const weakness = whyGuessable(given.password, given.name);
      if (weakness !== null) throw invalid('password', weakness);
      const passwordHash = await hash(given.password, ARGON);
      const operator = { id: randomUUID(), name: given.name, role: 'administrator' } as const;
      return db.transaction().execute(async (trx) => {
        const used = await trx
          .deleteFrom('setup_codes')
          .where('code_hash', '=', hashOf(given.code.toUpperCase()))
          .where('expires_at', '>', clock.now())
          .executeTakeFirst();
        if (used.numDeletedRows !== 1n) {
          throw countFailure(
            account,
            address,
            failure(
              403,
              'forbidden',
              'The setup code is wrong or has expired. A restart of the console prints a new one.',
            ),
          );
        }
        await trx
          .insertInto('operators')
          .values({
            ...operator,
            name_key: nameKey(given.name),
            source: 'local',
            password_hash: passwordHash,
            disabled_at: null,
            created_at: clock.now(),
          })
          .execute();
        return operator;
      });
    },

    async signIn(given, address) {
      const account = nameKey(given.name);
      checkRate(account, address);
      const row = await db
        .selectFrom('operators')
        .where('name_key', '=', account)
        .where('source', '=', 'local')
        .selectAll()
        .executeTakeFirst();
      const right = await verify(row?.password_hash ?? nobody, given.password);
      if (row === undefined || row.disabled_at !== null || !right) {
        throw countFailure(
          account,
          address,
          failure(401, 'not_signed_in', 'Name or password is wrong.'),
        );
      }
      accounts.forget(account);
      return publicOperator(row);
    },
  };
}
