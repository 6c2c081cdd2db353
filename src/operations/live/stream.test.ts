import { Writable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LiveChanges } from '../../contract/console/live.ts';
import { isoInstant } from '../../domain/instant.ts';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import {
  HEARTBEAT_MS,
  SESSION_CHECK_MS,
  SLOW_READER_MS,
  TELL_MS,
  openStream,
  type LiveStream,
} from './stream.ts';

let clock: ManualClock;
let version: number;
let signedIn: boolean;
let reads: (string | null)[];
let closed: number;

/** A browser that reads at once, or not at all. */
class Reader extends Writable {
  text = '';
  #stuck: (() => void) | null = null;
  readonly #prompt: boolean;

  constructor(prompt = true) {
    super({ highWaterMark: 1, decodeStrings: false });
    this.#prompt = prompt;
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    if (this.#prompt) done();
    else this.#stuck = done;
  }

  /** Resumes reading. */
  release(): void {
    this.#stuck?.();
    this.#stuck = null;
  }

  /** Names and cursors of the events so far. */
  get events(): string[] {
    return [...this.text.matchAll(/event: (\w+)\ndata: (?:\{"cursor":"(\d+)")?/g)].map(
      ([, name = '', cursor = '']) => `${name} ${cursor}`.trim(),
    );
  }
}

function open(raw: Writable, since: string | null): LiveStream {
  return openStream(raw, since, {
    clock,
    read(from) {
      reads.push(from);
      const asOf = isoInstant(clock.now());
      return Promise.resolve<LiveChanges>({
        cursor: String(version),
        changed: {},
        all: false,
        batches: [],
        asOf,
      });
    },
    isSignedIn: () => Promise.resolve(signedIn),
    onError: (error) => {
      throw error;
    },
    onClose() {
      closed += 1;
    },
  });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

beforeEach(() => {
  clock = manualClock();
  version = 5;
  signedIn = true;
  reads = [];
  closed = 0;
});

describe('a live stream', () => {
  test('begins with the current cursor, and sends later changes', async () => {
    const raw = new Reader();
    const stream = open(raw, null);
    await settle();
    expect(raw.events).toEqual(['changes 5']);
    await advance(TELL_MS);
    version = 6;
    stream.notify();
    await settle();
    expect(raw.events).toEqual(['changes 5', 'changes 6']);
    expect(reads).toEqual([null, '5']);
  });

  test('continues after the browser’s last event', async () => {
    open(new Reader(), '3');
    await settle();
    expect(reads).toEqual(['3']);
  });

  test('sends at most twice a second, and loses nothing', async () => {
    const raw = new Reader();
    const stream = open(raw, null);
    for (let each = 0; each < 100; each += 1) {
      version += 1;
      stream.notify();
      await advance(20);
    }
    await advance(TELL_MS);
    expect(raw.events.length).toBeGreaterThanOrEqual(4);
    expect(raw.events.length).toBeLessThanOrEqual(6);
    expect(raw.events.at(-1)).toBe(`changes ${version}`);
  });

  test('is silent without changes, except for its heartbeat', async () => {
    const raw = new Reader();
    const stream = open(raw, null);
    await advance(TELL_MS);
    const { length } = raw.text;
    stream.notify();
    await settle();
    expect(raw.text).toHaveLength(length);
    await advance(HEARTBEAT_MS);
    expect(raw.text.slice(length)).toBe(':\n\n');
  });

  test('ends with a reason when the session is over', async () => {
    const raw = new Reader();
    open(raw, null);
    await advance(SESSION_CHECK_MS);
    expect(raw.writableEnded).toBe(false);
    signedIn = false;
    await advance(SESSION_CHECK_MS);
    expect(raw.text).toContain('event: end\ndata: session-over\n');
    expect([raw.writableEnded, closed]).toEqual([true, 1]);
  });

  test('ends at once when asked to check a session that is over', async () => {
    const raw = new Reader();
    const stream = open(raw, null);
    stream.check();
    await settle();
    expect(raw.writableEnded).toBe(false);
    signedIn = false;
    stream.check();
    await settle();
    expect(raw.text).toContain('event: end\ndata: session-over\n');
    expect([raw.writableEnded, closed]).toEqual([true, 1]);
  });

  test('waits for a slow browser, sends it the latest only, and finally disconnects it', async () => {
    const raw = new Reader(false);
    const stream = open(raw, null);
    await settle();
    version = 6;
    stream.notify();
    version = 7;
    stream.notify();
    await advance(TELL_MS);
    expect(raw.events).toEqual(['changes 5']);
    raw.release();
    await settle();
    expect(raw.events).toEqual(['changes 5', 'changes 7']);
    await advance(SLOW_READER_MS - 1);
    expect(raw.destroyed).toBe(false);
    await advance(1);
    expect([raw.destroyed, closed]).toEqual([true, 1]);
  });

  test('leaves no timer behind when the browser disconnects', async () => {
    const raw = new Reader();
    open(raw, null);
    await settle();
    raw.destroy();
    await settle();
    expect([clock.next(), closed]).toEqual([null, 1]);
  });
});
