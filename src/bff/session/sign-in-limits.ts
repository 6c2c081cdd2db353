import { isIPv6 } from 'node:net';
import type { Clock } from '../../lib/clock.ts';
import { failure } from '../http/problems.ts';
import { createAttemptLimit } from './attempt-limit.ts';

const FREE_PER_ACCOUNT = 5;
const FREE_PER_ADDRESS = 20;

/** Where an attempt to sign in comes from. */
interface Attempt {
  /** The name as it is compared, or another secret that is guessed at. */
  account: string;
  /** Client address. */
  address: string;
  /** Hash of the cookie of a browser that has signed this account in before, or null. */
  knownBrowser: string | null;
}

/** An attempt that was counted and may be made. */
export interface Reserved {
  /** It succeeded: the earlier failures are forgotten. */
  succeeded(): void;
  /** It was not made after all. */
  refund(): void;
}

/** How many attempts to sign in may fail. */
export interface SignInLimits {
  /** Counts an attempt before anything is verified. @throws Failure 429 */
  reserve(attempt: Attempt): Reserved;
}

/**
 * The part of an address that one customer of a network has: all of IPv4, the first 64 bits of IPv6.
 */
function networkOf(address: string): string {
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

/**
 * Limits by account and address together and by address, so that guesses by strangers do not lock an operator out
 * elsewhere. A browser that has signed the account in before has a separate limit instead.
 */
export function createSignInLimits(clock: Pick<Clock, 'elapsed'>): SignInLimits {
  const pairs = createAttemptLimit(clock, FREE_PER_ACCOUNT);
  const addresses = createAttemptLimit(clock, FREE_PER_ADDRESS);
  const browsers = createAttemptLimit(clock, FREE_PER_ACCOUNT);
  return {
    reserve({ account, address, knownBrowser }) {
      const network = networkOf(address);
      const pair = `${network} ${account}`;
      const counted =
        knownBrowser === null
          ? [
              { limit: pairs, key: pair, forgets: true },
              { limit: addresses, key: network, forgets: false },
            ]
          : [{ limit: browsers, key: `${knownBrowser} ${account}`, forgets: true }];
      const wait = Math.max(...counted.map(({ limit, key }) => limit.waitS(key)));
      if (wait > 0) {
        throw failure(429, 'too_many_requests', `Too many failed tries. Wait ${wait} seconds.`, {
          headers: { 'Retry-After': String(wait) },
        });
      }
      for (const { limit, key } of counted) limit.reserve(key);
      return {
        succeeded() {
          for (const { limit, key, forgets } of counted) {
            if (forgets) limit.forget(key);
            else limit.refund(key);
          }
        },
        refund() {
          for (const { limit, key } of counted) limit.refund(key);
        },
      };
    },
  };
}
