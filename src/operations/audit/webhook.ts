import type { Clock } from '../../lib/clock.ts';
import type { Anchor } from './anchor-file.ts';

/** Sends heads of the audit log to an address outside. */
export interface AuditWebhook {
  /** Queues a head, after those before it. It never fails and never waits. */
  send(anchor: Anchor): void;
  /** Tries the newest head once more if it was not accepted yet, and stops. */
  stop(): Promise<void>;
}

/** Maximum number of waiting heads; the oldest are dropped, since a later head covers them. */
const MOST_WAITING = 100;
const TIMEOUT_MS = 5000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Posts one head. @throws if the address does not accept it */
async function post(url: string, { sequence, hash, at }: Anchor): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sequence, hash, at }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
}

/**
 * Starts sending heads, one at a time; failures are retried after a wait that doubles up to a minute.
 * @param onError called for each failed try; the message does not contain the address
 */
export function startWebhook(parts: {
  url: string;
  clock: Clock;
  onError: (error: unknown) => void;
}): AuditWebhook {
  const { url, clock, onError } = parts;
  const waiting: Anchor[] = [];
  let sending: Promise<void> | null = null;
  let callOff: (() => void) | null = null;
  let waitMs = FIRST_WAIT_MS;
  let stopped = false;

  /** Sends until the queue is empty or a try fails. */
  const sendAll = async () => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      try {
        await post(url, next);
      } catch (error) {
        onError(error);
        return false;
      }
      // It may have been dropped as the oldest meanwhile.
      if (waiting[0] === next) waiting.shift();
    }
    return true;
  };
  const sendSoon = async () => {
    const done = await sendAll();
    sending = null;
    if (!done && !stopped) {
      callOff = clock.after(waitMs, () => {
        callOff = null;
        begin();
      });
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      return;
    }
    waitMs = FIRST_WAIT_MS;
    if (waiting.length > 0) begin();
  };
  const begin = () => {
    if (sending === null && callOff === null && !stopped) sending = sendSoon();
  };
  return {
    send(anchor) {
      waiting.push(anchor);
      if (waiting.length > MOST_WAITING) waiting.shift();
      begin();
    },
    async stop() {
      stopped = true;
      callOff?.();
      await sending;
      // The newest covers those before it.
      waiting.splice(0, waiting.length - 1);
      await sendAll();
    },
  };
}
