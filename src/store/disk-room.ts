import { statfsSync } from 'node:fs';
import type { Clock } from '../lib/clock.ts';
import { WaitEnded } from './store-health.ts';

const MIB = 1024 * 1024;
/** With less free space nothing is sent or changed: the outcome, and what comes of it, has to fit. */
export const CHANGE_ROOM = 64 * MIB;
/** With less nothing is read in the background, which would take what changes need. */
export const READ_ROOM = 2 * CHANGE_ROOM;
/** How long the result of the last look is trusted, in milliseconds. */
const BELIEVED_MS = 3000;

/** Tells the free space of the data folder in bytes; Infinity: not known. */
export type FreeBytes = () => Promise<number>;

/** What the disk has room for; both others count as nearly full. */
export type DiskState = 'ok' | 'no-reads' | 'no-changes';

/** Whether the disk has room to store more. `StoreHealth` says whether the store can be written at all. */
export interface DiskRoom {
  /** The result of the last look; starts a new one if that is old. */
  state(): DiskState;
  /** Looks whether there is room for a change with its outcome. */
  forChanges(): Promise<boolean>;
  /** Resolves once there is room for changes. @throws WaitEnded if the signal or `stop` ends the wait */
  whenForChanges(signal?: AbortSignal): Promise<void>;
  /** Aborts all waits. */
  stop(): void;
}

/**
 * The free space of a folder's disk. Free pages of the store do not count: each write goes to its log first.
 * @param dir the data folder
 */
export function freeBytesOf(dir: string): FreeBytes {
  // Not by a thread: that takes ten times as long, and each dispatch asks.
  return () => {
    try {
      const { blocks, bavail, bsize } = statfsSync(dir);
      // Some network disks do not tell.
      return Promise.resolve(blocks === 0 ? Infinity : bavail * bsize);
    } catch {
      return Promise.resolve(Infinity);
    }
  };
}

function stateOf(free: number): DiskState {
  if (free < CHANGE_ROOM) return 'no-changes';
  return free < READ_ROOM ? 'no-reads' : 'ok';
}

/** Watches the free space. @param parts.onChange called after each change of the state */
export function createDiskRoom(parts: {
  freeBytes: FreeBytes;
  clock: Pick<Clock, 'elapsed' | 'after'>;
  onChange(state: DiskState): void;
}): DiskRoom {
  const { clock } = parts;
  const stopped = new AbortController();
  let state: DiskState = 'ok';
  let lookedAt = -Infinity;
  const look = async () => {
    lookedAt = clock.elapsed();
    const before = state;
    state = stateOf(await parts.freeBytes());
    if (before !== state) parts.onChange(state);
    return state;
  };
  const passing = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = clock.after(BELIEVED_MS, end);
      signal.addEventListener('abort', end);
    });
  return {
    state() {
      if (clock.elapsed() - lookedAt >= BELIEVED_MS) void look();
      return state;
    },
    async forChanges() {
      return (await look()) !== 'no-changes';
    },
    async whenForChanges(signal) {
      const ends = AbortSignal.any([stopped.signal, ...(signal === undefined ? [] : [signal])]);
      while ((await look()) === 'no-changes') {
        if (!ends.aborted) await passing(ends);
        if (ends.aborted) throw new WaitEnded('The wait for room on the disk ended.');
      }
    },
    stop() {
      stopped.abort();
    },
  };
}
