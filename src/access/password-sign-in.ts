import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type {
  FirstAdministrator,
  Operator,
  PasswordChange,
  PasswordLink,
  PasswordReset,
  PasswordSignIn,
} from '../contract/console/session.ts';
import { Failure, failure, invalid } from '../http/problems.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { steadyTime, type Clock } from '../lib/clock.ts';
import type { AccessDb, SessionTables } from '../store/schema/session-schema.ts';
import { whyGuessable } from './common-passwords.ts';
import { findCode, issueCode, spendCode, storeSecret } from './one-time-codes.ts';
import type { RecordReset } from './password-reset-code.ts';
import { createPasswordHashing, type PasswordHashing } from './password-hashing.ts';
import { hashOf, nameKey, randomSecret } from './secrets.ts';
import { endSessions, publicOperator } from './sessions.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';

/** Where an attempt comes from. */
export interface ComesFrom {
  /** Client address. */
  address: string;
  /** Values of the cookie that identifies a browser that has signed in before. */
  knownBrowser: readonly string[];
}

/** Sign-in with name and password, for real deployments. All throw Failure 503 if too many sign in at once. */
export interface PasswordSignIns {
  /** Whether there is no operator yet, so that the first must be created with the one-time code. */
  needsSetup(): Promise<boolean>;
  /** Creates the one-time code if it is needed, or returns null; an earlier code becomes invalid. */
  makeSetupCode(): Promise<string | null>;
  /** Creates the first administrator. @throws Failure 400 (a guessable password), 403, 404 or 429 */
  setUp(given: FirstAdministrator, from: ComesFrom): Promise<Operator>;
  /** Checks name and password. @throws Failure 401 or 429 */
  signIn(given: PasswordSignIn, from: ComesFrom): Promise<Operator>;
  /** Checks the password of who is signed in. @throws Failure 400, 404 (no password) or 429 */
  confirm(password: string, who: SignedIn, from: ComesFrom): Promise<void>;
  /**
   * Notes that this browser has signed the operator in.
   * @returns the value of its cookie, which grants nothing
   */
  remember(operatorId: string, knownBrowser: readonly string[]): Promise<string>;
  /**
   * Checks a new password for the signed-in operator.
   * @returns a function that stores it and ends all their other sessions, unless it was changed meanwhile
   * @throws Failure 400 (a guessable password, or the current one is wrong), 404 or 429
   */
  change(
    given: PasswordChange,
    who: SignedIn,
    from: ComesFrom,
  ): Promise<(trx: AccessDb) => Promise<void>>;
  /** For whom a one-time code sets a password. @throws Failure 403 */
  readLink(code: string): Promise<PasswordLink>;
  /**
   * Sets a password by a one-time code, and ends all sessions of its operator.
   * @throws Failure 400 (a guessable password) or 403
   */
  setByCode(given: PasswordReset, address: string): Promise<Operator>;
}

/** What passwords are kept with. */
export interface PasswordParts {
  db: Kysely<SessionTables>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  recordReset: RecordReset;
  /** Where passwords are hashed; a test gives its own. */
  hashing?: PasswordHashing;
}

/** The account under which guesses of the setup code are counted. */
const SETUP_CODE = 'setup code';
/** A browser is known for this long after its first sign-in, in milliseconds. */
const KNOWN_MS = 180 * 24 * 60 * 60_000;

function refuseGuessable(password: string, name: string): void {
  const weakness = whyGuessable(password, name);
  if (weakness !== null) throw invalid('password', weakness);
}

/** Offers sign-in with passwords; operators are kept in the store. */
export async function createPasswordSignIns(parts: PasswordParts): Promise<PasswordSignIns> {
  const { db, clock } = parts;
  const time = steadyTime(clock);
  const passwords = parts.hashing ?? (await createPasswordHashing());
  const attempts = createSignInAttempts(db, clock);

  const needsSetup = async () => {
    const query = db.selectFrom('identities').where('password_hash', 'is not', null);
    return (await query.select('subject').limit(1).executeTakeFirst()) === undefined;
  };
  /** Runs an attempt that is counted before; if it ends other than by a wrong guess, it is not counted. */
  const attempted = async <T>(
    attempt: Parameters<typeof attempts.reserve>[0],
    work: () => Promise<T>,
  ): Promise<T> => {
    const end = await attempts.reserve(attempt);
    try {
      const done = await work();
      await end('succeeded');
      return done;
    } catch (thrown) {
      const guessed = thrown instanceof Failure && (thrown.status === 401 || thrown.status === 403);
      if (!guessed) await end('not made');
      throw thrown;
    }
  };
  const identityOf = (name: string) =>
    db
      .selectFrom('identities')
      .innerJoin('operators', 'operators.id', 'identities.operator_id')
      .where('issuer', '=', 'local')
      .where('subject', '=', nameKey(name))
      .selectAll('operators')
      .select('password_hash')
      .executeTakeFirst();
  const knownBrowserOf = async ([value, ...others]: readonly string[], operatorId: string) => {
    if (value === undefined || others.length > 0) return null;
    const row = await db
      .selectFrom('one_time_codes')
      .where('code_hash', '=', hashOf(value))
      .where('operator_id', '=', operatorId)
      .where('expires_at', '>', time())
      .select('code_hash')
      .executeTakeFirst();
    return row?.code_hash ?? null;
  };

  const signIn: PasswordSignIns['signIn'] = async (given, { address, knownBrowser }) => {
    const row = await identityOf(given.name);
    const browser = row === undefined ? null : await knownBrowserOf(knownBrowser, row.id);
    const account = nameKey(given.name);
    return attempted({ account, address, knownBrowser: browser }, async () => {
      const line = browser === null ? 'others' : 'known';
      const right = await passwords.verify(row?.password_hash ?? null, given.password, line);
      if (row === undefined || row.disabled_at !== null || !right) {
        throw failure(401, 'not_signed_in', 'Name or password is wrong.');
      }
      return publicOperator(row);
    });
  };

  const confirm: PasswordSignIns['confirm'] = async (password, { operator }, from) => {
    const own = await identityOf(operator.name);
    if (own?.id !== operator.id) throw failure(404, 'not_found', 'You have no password here.');
    try {
      await signIn({ name: operator.name, password }, from);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.status !== 401) throw thrown;
      throw invalid('current', 'The current password is wrong.');
    }
  };

  const codeOf = async (from: AccessDb, code: string) => {
    const row = await findCode(from, ['invitation', 'reset'], code, time());
    const operator = await from
      .selectFrom('operators')
      .where('id', '=', row.operator_id)
      .selectAll()
      .executeTakeFirst();
    if (operator === undefined || operator.disabled_at !== null) {
      throw failure(403, 'forbidden', 'This operator is disabled. Ask an administrator.');
    }
    return { row, operator: publicOperator(operator) };
  };
  const storePassword = (trx: AccessDb, operatorId: string, hash: string) =>
    trx
      .updateTable('identities')
      .set({ password_hash: hash })
      .where('operator_id', '=', operatorId)
      .where('issuer', '=', 'local');

  return {
    needsSetup,
    signIn,
    confirm,

    async makeSetupCode() {
      if (!(await needsSetup())) return null;
      return (await issueCode(db, 'setup', null, time())).code;
    },

    setUp: (given, { address }) =>
      attempted({ account: SETUP_CODE, address, knownBrowser: null }, async () => {
        if (!(await needsSetup())) {
          throw failure(404, 'not_found', 'There is a first administrator already.');
        }
        refuseGuessable(given.password, given.name);
        const code = await findCode(db, ['setup'], given.code, time());
        const password_hash = await passwords.hash(given.password, 'others');
        const operator = { id: randomUUID(), name: given.name, role: 'administrator' } as const;
        const created_at = time();
        return db.transaction().execute(async (trx) => {
          await spendCode(trx, code, created_at);
          const subject = nameKey(given.name);
          const identity = { issuer: 'local', subject, operator_id: operator.id };
          await trx
            .insertInto('operators')
            .values({ ...operator, disabled_at: null, created_at })
            .execute();
          await trx
            .insertInto('identities')
            .values({ ...identity, password_hash, created_at })
            .execute();
          return operator;
        });
      }),

    async remember(operatorId, values) {
      // A new value each time, so that a captured one stops working.
      const value = randomSecret();
      await db
        .deleteFrom('one_time_codes')
        .where('code_hash', 'in', ['', ...values].map(hashOf))
        .where('purpose', '=', 'browser')
        .execute();
      const of = { purpose: 'browser', operator_id: operatorId, payload: null };
      await storeSecret(db, value, of, time(), KNOWN_MS);
      return value;
    },

    async change({ current, next }, who, from) {
      const { operator, sessionHash } = who;
      refuseGuessable(next, operator.name);
      // Before the check, so that a change made after it is noticed below.
      const before = (await identityOf(operator.name))?.password_hash ?? null;
      await confirm(current, who, from);
      const hash = await passwords.hash(next, 'known');
      return async (trx) => {
        const stored = await storePassword(trx, operator.id, hash)
          .where('password_hash', '=', before)
          .executeTakeFirst();
        if (stored.numUpdatedRows !== 1n) {
          throw invalid('current', 'The password was changed meanwhile; this one was not stored.');
        }
        await endSessions(trx, operator.id, { but: sessionHash });
      };
    },

    async readLink(code) {
      const { row, operator } = await codeOf(db, code);
      const purpose = row.purpose === 'invitation' ? 'invitation' : 'reset';
      return { purpose, name: operator.name, role: operator.role };
    },

    async setByCode({ code, password }, address) {
      refuseGuessable(password, (await codeOf(db, code)).operator.name);
      const hash = await passwords.hash(password, 'others');
      return db.transaction().execute(async (trx) => {
        const { row, operator } = await codeOf(trx, code);
        await spendCode(trx, row, time());
        await storePassword(trx, operator.id, hash).execute();
        await endSessions(trx, operator.id, { but: null });
        await parts.recordReset(trx, { outcome: 'done', operator, address }, clock.now());
        return operator;
      });
    },
  };
}
