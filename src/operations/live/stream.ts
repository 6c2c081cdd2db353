import type { Writable } from 'node:stream';
import { LIVE_EVENTS, type LiveChanges, type LiveEnd } from '../../contract/console/live.ts';
import type { Clock } from '../../lib/clock.ts';

/** Changes within this time are sent together, in milliseconds. */
export const TELL_MS = 500;
/** How often a silent stream sends a heartbeat, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
/**
 * How often the session is checked, in milliseconds: another process may have ended it. It costs one
 * read of the store per session, which is cached for a second.
 */
export const SESSION_CHECK_MS = 2000;
/** A browser that has not read its data after this long is disconnected, in milliseconds. */
export const SLOW_READER_MS = 10_000;

const [CHANGES, END] = LIVE_EVENTS;

/** Dependencies of a stream. */
export interface StreamParts {
  clock: Clock;
  read(since: string | null): Promise<LiveChanges>;
  /** Whether the session of the stream is still valid. */
  isSignedIn(): Promise<boolean>;
  onError(error: unknown): void;
  /** Called once, when the stream is over. */
  onClose(): void;
}

/** One stream of changes to one browser. */
export interface LiveStream {
  /** Something changed: it is sent soon. */
  notify(): void;
  /** Checks the session now, and ends the stream if it is over. */
  check(): void;
  /** Ends the stream with a reason. */
  end(reason: LiveEnd): void;
}

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/**
 * Starts a stream on an answer whose headers are sent.
 * @param since the last cursor that the browser has received, or null to begin now
 */
export function openStream(raw: Writable, since: string | null, parts: StreamParts): LiveStream {
  const { clock } = parts;
  const timers = new Map<string, () => void>();
  let at = since;
  let hasSent = false;
  let health = '';
  let wanted = false;
  let telling = false;
  let blocked = false;
  let over = false;

  const later = (name: string, ms: number, run: () => void) => {
    timers.get(name)?.();
    timers.set(
      name,
      clock.after(ms, () => {
        timers.delete(name);
        if (!over) run();
      }),
    );
  };

  const close = () => {
    if (over) return;
    over = true;
    for (const cancel of timers.values()) cancel();
    timers.clear();
    parts.onClose();
  };

  const write = (text: string) => {
    later('heartbeat', HEARTBEAT_MS, heartbeat);
    if (raw.write(text) || blocked) return;
    blocked = true;
    later('slow', SLOW_READER_MS, () => {
      close();
      raw.destroy();
    });
    raw.once('drain', () => {
      blocked = false;
      timers.get('slow')?.();
      timers.delete('slow');
      if (wanted) notify();
    });
  };

  const heartbeat = () => {
    if (blocked) later('heartbeat', HEARTBEAT_MS, heartbeat);
    else write(':\n\n');
  };

  const tell = async () => {
    wanted = false;
    telling = true;
    try {
      const changes = await parts.read(at);
      if (over) return;
      const { writable, disk, service } = changes;
      const now = JSON.stringify([writable, disk, service]);
      if (!hasSent || changes.cursor !== at || now !== health) {
        write(eventText(CHANGES, JSON.stringify(changes)));
      }
      at = changes.cursor;
      health = now;
      hasSent = true;
    } catch (error) {
      parts.onError(error);
    } finally {
      telling = false;
    }
    later('pause', TELL_MS, () => {
      if (wanted) notify();
    });
  };

  const notify = () => {
    wanted = true;
    if (over || blocked || telling || timers.has('pause')) return;
    void tell();
  };

  const end = (reason: LiveEnd) => {
    if (over) return;
    close();
    raw.end(eventText(END, reason));
    // Do not wait for a browser that does not even read this.
    clock.after(1000, () => raw.destroy());
  };

  const checkSession = async () => {
    try {
      if (!(await parts.isSignedIn())) end('session-over');
    } catch (error) {
      parts.onError(error);
    }
    if (!over) checkLater();
  };
  const checkLater = () => {
    later('session', SESSION_CHECK_MS, () => void checkSession());
  };

  raw.once('close', close);
  raw.once('error', close);
  checkLater();
  notify();
  return { notify, check: () => void checkSession(), end };
}
