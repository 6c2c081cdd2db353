import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type {
  FirstAdministrator,
  Operator,
  PasswordSignIn,
} from '../../contract/console/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure, failure, invalid } from '../http/problems.ts';
import type { SessionTables } from '../../store/schema/session-schema.ts';
import { whyGuessable } from './common-passwords.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createPasswordHashing, type PasswordHashing } from './password-hashing.ts';
import { hashOf, publicOperator } from './sessions.ts';
import { createSignInLimits, type Reserved } from './sign-in-limits.ts';

/** Sign-in with name and password, for real deployments. */
export interface PasswordSignIns {
  /** Whether there is no operator yet, so that the first must be created with the one-time code. */
  needsSetup(): Promise<boolean>;
  /**
   * Creates the one-time code if it is needed. Only its hash is kept; an earlier code becomes invalid.
   * @returns the code, or null if there is an operator already
   */
  makeSetupCode(): Promise<string | null>;
  /** Creates the first administrator. @throws Failure 400 (a guessable password), 403, 404, 429 or 503 */
  setUp(given: FirstAdministrator, from: ComesFrom): Promise<Operator>;
  /** Checks name and password. @throws Failure 401, 429, or 503 if too many sign in at once */
  signIn(given: PasswordSignIn, from: ComesFrom): Promise<Operator>;
  /** Notes that this browser has signed the operator in. @returns the new value of its cookie */
  remember(operatorId: string, knownBrowser: readonly string[]): Promise<string>;
}

/** Where an attempt comes from. */
export interface ComesFrom {
  /** Client address. */
  address: string;
  /** Values of the cookie that identifies a browser that has signed in before. */
  knownBrowser: readonly string[];
}

/** A setup code is valid for this long, in milliseconds. */
export const SETUP_CODE_MS = 60 * 60_000;

/** The form in which names are compared: without case and in one Unicode form. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Sixteen letters and digits that are hard to confuse, in groups of four: 80 bits. */
export function newCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** The account under which guesses of the setup code are counted. */
const SETUP_CODE = 'setup code';

/**
 * Offers sign-in with passwords; operators are kept in the store.
 * @param hashing where passwords are hashed; a test gives its own
 */
export async function createPasswordSignIns(
  db: Kysely<SessionTables>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  hashing?: PasswordHashing,
): Promise<PasswordSignIns> {
  const passwords = hashing ?? (await createPasswordHashing());
  const limits = createSignInLimits(clock);
  const knownBrowsers = createKnownBrowsers(db, clock);

  const needsSetup = async () => {
    const found = await db
      .selectFrom('operators')
      .where('source', '=', 'local')
      .select('id')
      .limit(1)
      .executeTakeFirst();
    return found === undefined;
  };
  const wrongCode = () =>
    failure(
      403,
      'forbidden',
      'The setup code is wrong or has expired. A restart of the console prints a new one.',
    );
  /** Runs an attempt that was counted; if it ends other than by a wrong guess, it is not counted. */
  const attempted = async <T>(reserved: Reserved, work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      reserved.succeeded();
      return done;
    } catch (thrown) {
      const guessed = thrown instanceof Failure && (thrown.status === 401 || thrown.status === 403);
      if (!guessed) reserved.refund();
      throw thrown;
    }
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

    async setUp(given, { address }) {
      const reserved = limits.reserve({ account: SETUP_CODE, address, knownBrowser: null });
      return attempted(reserved, async () => {
        if (!(await needsSetup())) {
          throw failure(404, 'not_found', 'There is a first administrator already.');
        }
        const weakness = whyGuessable(given.password, given.name);
        if (weakness !== null) throw invalid('password', weakness);
        const codeHash = hashOf(given.code.toUpperCase());
        const found = await db
          .selectFrom('setup_codes')
          .where('code_hash', '=', codeHash)
          .where('expires_at', '>', clock.now())
          .select('code_hash')
          .executeTakeFirst();
        if (found === undefined) throw wrongCode();
        const passwordHash = await passwords.hash(given.password, 'others');
        const operator = { id: randomUUID(), name: given.name, role: 'administrator' } as const;
        return db.transaction().execute(async (trx) => {
          const used = await trx
            .deleteFrom('setup_codes')
            .where('code_hash', '=', codeHash)
            .executeTakeFirst();
          if (used.numDeletedRows !== 1n) throw wrongCode();
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
      });
    },

    async signIn(given, { address, knownBrowser }) {
      const account = nameKey(given.name);
      const row = await db
        .selectFrom('operators')
        .where('name_key', '=', account)
        .where('source', '=', 'local')
        .selectAll()
        .executeTakeFirst();
      const browser =
        row === undefined ? null : await knownBrowsers.recognise(knownBrowser, row.id);
      // Counted before the password is checked, so that simultaneous guesses all count.
      const reserved = limits.reserve({ account, address, knownBrowser: browser });
      return attempted(reserved, async () => {
        const line = browser === null ? 'others' : 'known';
        const right = await passwords.verify(row?.password_hash ?? null, given.password, line);
        if (row === undefined || row.disabled_at !== null || !right) {
          throw failure(401, 'not_signed_in', 'Name or password is wrong.');
        }
        return publicOperator(row);
      });
    },

    remember: (operatorId, values) => knownBrowsers.remember(values, operatorId),
  };
}
