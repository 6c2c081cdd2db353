import type { Writable } from 'node:stream';
import { LIVE_EVENTS, type LiveChanges } from '../../contract/console/live.ts';
import type { Clock } from '../../lib/clock.ts';

/** Changes are told together that come within this time, in milliseconds. */
export const TELL_MS = 500;
/** How often a silent stream shows that it is alive, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** How often it is looked whether the session still lasts, in milliseconds. */
export const SESSION_CHECK_MS = 30_000;
/** A browser that has not read what it was sent after this long is cut off, in milliseconds. */
export const SLOW_READER_MS = 10_000;

const [CHANGES, END] = LIVE_EVENTS;

/** What a stream works with. */
export interface StreamParts {
  clock: Clock;
  read(since: number | null): Promise<LiveChanges>;
  /** Whether the session of the stream still lasts. */
  isSignedIn(): Promise<boolean>;
  onError(error: unknown): void;
  /** Told once, when the stream is over. */
  onClose(): void;
}

/** One stream of changes to one browser. */
export interface LiveStream {
  /** Something changed: it is told soon. */
  notify(): void;
  /** Ends the stream and says why, in words. */
  end(words: string): void;
}

function eventText(event: string, data: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

/**
 * Begins a stream on an answer whose head is written.
 * @param since the version that the browser has seen, or null: then it begins at the present one
 */
export function openStream(raw: Writable, since: number | null, parts: StreamParts): LiveStream {
  const { clock } = parts;
  const timers = new Map<string, () => void>();
  let at = since;
  let told = false;
  let writable: boolean | undefined;
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
      if (!told || changes.version !== at || changes.writable !== writable) {
        write(eventText(CHANGES, JSON.stringify(changes), changes.version));
      }
      at = changes.version;
      writable = changes.writable;
      told = true;
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

  const end = (words: string) => {
    if (over) return;
    close();
    raw.end(eventText(END, words));
    // Whoever does not even read this is not waited for.
    clock.after(1000, () => raw.destroy());
  };

  const checkSession = async () => {
    try {
      if (!(await parts.isSignedIn())) end('Your session is over. Sign in again.');
    } catch (error) {
      parts.onError(error);
    }
    if (!over) later('session', SESSION_CHECK_MS, () => void checkSession());
  };

  raw.once('close', close);
  raw.once('error', close);
  later('session', SESSION_CHECK_MS, () => void checkSession());
  notify();
  return { notify, end };
}
