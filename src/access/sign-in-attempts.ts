import { isIPv6 } from 'node:net';
import type { Kysely } from 'kysely';
import { failure } from '../http/problems.ts';
import { steadyTime, type Clock } from '../lib/clock.ts';
import type { SessionTables } from '../store/schema/session-schema.ts';

const FREE_PER_ACCOUNT = 5;
const FREE_PER_ADDRESS = 20;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const FORGET_AFTER_MS = 15 * 60_000;

/** Where an attempt to sign in comes from. */
interface Attempt {
  /** The name as it is compared, or another secret that is guessed at. */
  account: string;
  /** Client address. */
  address: string;
  /** Hash of the cookie of a browser that has signed this account in before, or null. */
  knownBrowser: string | null;
}

/**
 * The part of an address that one customer of a network has: all of IPv4, the first 64 bits of IPv6.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = address] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Each further failure after the free ones doubles the wait, from 30 s to 5 min; nobody is locked out for good. */
function waitMs({ failures, at }: { failures: number; at: number }, free: number, now: number) {
  if (failures < free) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - free), LONGEST_WAIT_MS);
  return Math.max(0, wait - Math.max(0, now - at));
}

/**
 * How many attempts to sign in may fail; all processes count together.
 * Limits by account and address together and by address, so that guesses by strangers do not lock an operator out
 * elsewhere. A browser that has signed the account in before has a separate limit instead.
 */
export function createSignInAttempts(
  db: Kysely<SessionTables>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
) {
  const time = steadyTime(clock);
  return {
    /**
     * Counts an attempt before anything is verified, so that simultaneous ones are counted too.
     * @returns what tells how it ended, unless it failed. @throws Failure 429
     */
    async reserve({ account, address, knownBrowser }: Attempt) {
      const network = networkOf(address);
      const own = { key: `${knownBrowser ?? network} ${account}`, free: FREE_PER_ACCOUNT };
      // Always in this order: the rows are locked.
      const counted =
        knownBrowser === null ? [{ key: network, free: FREE_PER_ADDRESS }, own] : [own];
      await db.transaction().execute(async (trx) => {
        const now = time();
        for (const { key, free } of counted) {
          const found = await trx
            .insertInto('sign_in_attempts')
            .values({ key, failures: 0, at: now })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
            .returning(['failures', 'at'])
            .executeTakeFirstOrThrow();
          const failures = now - found.at > FORGET_AFTER_MS ? 0 : found.failures;
          const wait = Math.ceil(waitMs({ ...found, failures }, free, now) / 1000);
          if (wait > 0) {
            throw failure(
              429,
              'too_many_requests',
              `Too many failed tries. Wait ${wait} seconds.`,
              {
                headers: { 'Retry-After': String(wait) },
              },
            );
          }
          await trx
            .updateTable('sign_in_attempts')
            .set({ failures: failures + 1, at: now })
            .where('key', '=', key)
            .execute();
        }
      });
      return async (end: 'succeeded' | 'not made'): Promise<void> => {
        await db.transaction().execute(async (trx) => {
          for (const { key } of counted) {
            const isForgotten = end === 'succeeded' && key === own.key;
            await trx
              .updateTable('sign_in_attempts')
              .set(({ eb }) => ({ failures: isForgotten ? 0 : eb('failures', '-', 1) }))
              .where('key', '=', key)
              .where('failures', '>', 0)
              .execute();
          }
        });
        if (end !== 'succeeded') return;
        await db
          .deleteFrom('sign_in_attempts')
          .where((where) =>
            where.or([where('failures', '=', 0), where('at', '<', time() - FORGET_AFTER_MS)]),
          )
          .execute();
      };
    },
  };
}
