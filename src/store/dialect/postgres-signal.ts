import { Client } from 'pg';
import { z } from '../../contract/zod.ts';
import type { Clock } from '../../lib/clock.ts';
import { socketThatEnds } from './postgres.ts';

/** Changes within this time are signalled together, in milliseconds. */
export const TOGETHER_MS = 200;
/** Pause before the connection is made again, in milliseconds. */
const AGAIN_MS = 1000;
const CHANNEL = 'gridhelm_changed';
/** A longer payload is not sent, in bytes: PostgreSQL takes less than 8,000. */
const MOST_BYTES = 7900;

/** What changed by topic: the ids of single things, or null for any. */
const Topics = z.record(z.string(), z.array(z.string()).nullable());
type Topics = Readonly<Record<string, readonly string[] | null>>;

/** Tells other processes on the same database what changed, and hears it from them. */
export interface Signal {
  /** To be called after a commit. @param topics null: anything may have changed */
  send(topics: Topics | null): void;
  close(): Promise<void>;
}

/** Topics that changed together; null: anything. */
class Together {
  #all = false;
  readonly #topics = new Map<string, Set<string> | null>();

  /** @param topics null: anything may have changed */
  add(topics: Topics | null): void {
    this.#all ||= topics === null;
    for (const [topic, ids] of Object.entries(topics ?? {})) {
      const known = this.#topics.get(topic) ?? new Set();
      if (ids === null || this.#topics.get(topic) === null) this.#topics.set(topic, null);
      else this.#topics.set(topic, new Set([...known, ...ids]));
    }
  }

  /** The payload of a signal; empty: anything may have changed. */
  text(): string {
    const topics = [...this.#topics].map(([topic, ids]) => [topic, ids === null ? null : [...ids]]);
    const text = this.#all ? '' : JSON.stringify(Object.fromEntries(topics));
    return Buffer.byteLength(text) > MOST_BYTES ? '' : text;
  }
}

/** @returns null if the payload does not say what changed */
function topicsIn(payload: string | undefined): Topics | null {
  try {
    return Topics.parse(JSON.parse(payload ?? ''));
  } catch {
    return null;
  }
}

/**
 * Keeps a connection of its own for NOTIFY and LISTEN, and makes it again when it breaks or was silent for long.
 * @param url as in DATABASE_URL
 * @param onHeard called with what another process signalled, and with null when anything may have changed: it did not
 *   say what, or the connection is new and what was said before was missed
 */
export function createPostgresSignal(
  url: string,
  clock: Pick<Clock, 'after'>,
  onHeard: (topics: Topics | null) => void,
): Signal {
  let client: Client | null = null;
  let isReady = false;
  /** Whether something could not be sent since the last connection. */
  let isUnsent = false;
  let waiting: Together | null = null;
  let closed = false;

  const lost = (broken: Client) => {
    broken.end().catch(() => {});
    if (client !== broken) return;
    client = null;
    isReady = false;
    if (!closed) clock.after(AGAIN_MS, connect);
  };

  const begin = async (opened: Client) => {
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      isReady = client === opened;
      onHeard(null);
      // What was not sent meanwhile is forgotten.
      if (isUnsent) add(null);
      isUnsent = false;
    } catch {
      lost(opened);
    }
  };

  const connect = () => {
    if (closed) return;
    const opened = new Client({ connectionString: url, stream: socketThatEnds });
    client = opened;
    for (const end of ['error', 'end'] as const) {
      opened.on(end, () => {
        lost(opened);
      });
    }
    opened.on('notification', ({ processId, payload }) => {
      if ('processID' in opened && opened.processID === processId) return;
      onHeard(topicsIn(payload));
    });
    void begin(opened);
  };

  /** Sends what waits. On a connection that is lost it fails, and the next one says that anything changed. */
  const flush = async () => {
    const text = waiting?.text();
    waiting = null;
    if (text === undefined) return;
    const on = isReady ? client : null;
    try {
      isUnsent ||= on === null;
      await on?.query('select pg_notify($1, $2)', [CHANNEL, text]);
    } catch {
      isUnsent = true;
      if (on !== null) lost(on);
    }
  };

  const add = (topics: Topics | null) => {
    if (closed) return;
    if (waiting === null) {
      waiting = new Together();
      clock.after(TOGETHER_MS, () => void flush());
    }
    waiting.add(topics);
  };

  connect();
  return {
    send: add,
    async close() {
      closed = true;
      await flush();
      await client?.end().catch(() => {});
    },
  };
}
