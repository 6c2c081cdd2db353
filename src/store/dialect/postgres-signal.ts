import { Client } from 'pg';
import type { Clock } from '../../lib/clock.ts';
import { socketThatEnds } from './postgres.ts';

/** Changes within this time are signalled together, in milliseconds. */
const TOGETHER_MS = 200;
/** Pause before the connection is made again, in milliseconds. */
const AGAIN_MS = 1000;
const CHANNEL = 'gridhelm_changed';

/** Tells other processes on the same database that something changed, and hears it from them. */
export interface Signal {
  /** To be called after a commit. */
  send(): void;
  close(): Promise<void>;
}

/**
 * Keeps a connection of its own for NOTIFY and LISTEN, and makes it again when it breaks or was silent for long.
 * @param url as in DATABASE_URL
 * @param onHeard called after a signal of another process, and with each new connection: what was said meanwhile
 *   was missed
 */
export function createPostgresSignal(
  url: string,
  clock: Pick<Clock, 'after'>,
  onHeard: () => void,
): Signal {
  let client: Client | null = null;
  let isReady = false;
  let isWaiting = false;
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
      onHeard();
      // What could not be sent meanwhile.
      send();
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
    opened.on('notification', ({ processId }) => {
      if (!('processID' in opened) || opened.processID !== processId) onHeard();
    });
    void begin(opened);
  };

  const send = () => {
    if (isWaiting || closed) return;
    isWaiting = true;
    clock.after(TOGETHER_MS, () => {
      isWaiting = false;
      const on = isReady ? client : null;
      on?.query(`notify ${CHANNEL}`).catch(() => {
        lost(on);
      });
    });
  };

  connect();
  return {
    send,
    async close() {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
