import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { failure } from '../http/problems.ts';

// The library's own defaults: argon2id, 19 MiB, 2 passes, which OWASP names as a minimum.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Passwords that are hashed at once; each takes a thread. */
const AT_ONCE = 2;
/** How many passwords may wait: from known browsers, and from all others. */
const MOST_WAITING = { known: 10, others: 40 };
/** Retry-After for the refused ones, in seconds. */
const RETRY_AFTER_S = 5;

/** Which of the two queues: known browsers do not wait behind strangers. */
type Line = keyof typeof MOST_WAITING;

/** Hashes and verifies passwords, a few at a time. Throws Failure 503 with Retry-After when the queue is full. */
export interface PasswordHashing {
  /** The text to store for a password. @throws Failure 503 */
  hash(password: string, line: Line): Promise<string>;
  /**
   * Whether a password matches a stored text.
   * @param stored null if there is none; takes as long and returns false. @throws Failure 503
   */
  verify(stored: string | null, password: string, line: Line): Promise<boolean>;
}

/** The functions that do the work; a test counts them. */
export interface Argon {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

const ARGON2ID: Argon = { hash: (password) => hash(password, ARGON), verify };

/** Creates the one place where passwords are hashed. */
export async function createPasswordHashing(argon: Argon = ARGON2ID): Promise<PasswordHashing> {
  const unknown = await argon.hash(randomBytes(16).toString('hex'));
  const waiting: Record<Line, (() => void)[]> = { known: [], others: [] };
  let working = 0;

  const enter = async (line: Line) => {
    if (working < AT_ONCE) {
      working += 1;
      return;
    }
    if (waiting[line].length >= MOST_WAITING[line]) {
      throw failure(
        503,
        'too_many_requests',
        `Too many people are signing in at the moment. Try again in ${RETRY_AFTER_S} seconds.`,
        { headers: { 'Retry-After': String(RETRY_AFTER_S) } },
      );
    }
    await new Promise<void>((resolve) => waiting[line].push(resolve));
  };
  // The place passes to the next one waiting.
  const leave = () => {
    const next = waiting.known.shift() ?? waiting.others.shift();
    if (next === undefined) working -= 1;
    else next();
  };
  const within = async <T>(line: Line, work: () => Promise<T>): Promise<T> => {
    await enter(line);
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return {
    hash: (password, line) => within(line, () => argon.hash(password)),
    verify: (stored, password, line) =>
      within(line, async () => {
        const right = await argon.verify(stored ?? unknown, password);
        return right && stored !== null;
      }),
  };
}
