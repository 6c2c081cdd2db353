import { statfs } from 'node:fs/promises';
import type { Clock } from '../lib/clock.ts';

const MIB = 1024 * 1024;
/** With less free space nothing is sent to a Collective: its outcome, and what comes of it, has to fit. */
export const DISPATCH_ROOM = 64 * MIB;
/** With less nothing is read in the background, which would take what dispatches need. */
export const READ_ROOM = 2 * DISPATCH_ROOM;
/** The result of the last look is trusted for this long, in milliseconds. */
const BELIEVED_MS = 3000;

/** Tells the free space of the data folder in bytes; Infinity: not known. */
export type FreeBytes = () => Promise<number>;

/** Whether the disk has room for what is to be stored, besides that it can be written now. */
export interface DiskRoom {
  /** Whether there is room for what the background reads, by the last look; a new one is begun where that is old. */
  forReads(): boolean;
  /** Looks whether there is room for a dispatch with its outcome. */
  forDispatch(): Promise<boolean>;
}

/**
 * The free space of a folder's disk. Free pages of the store do not count: each write goes to its log first.
 * @param dir the data folder
 */
export function freeBytesOf(dir: string): FreeBytes {
  return async () => {
    try {
      const { blocks, bavail, bsize } = await statfs(dir);
      // Some network disks do not tell.
      return blocks === 0 ? Infinity : bavail * bsize;
    } catch {
      return Infinity;
    }
  };
}

/** Watches the free space. @param parts.onChange told when there is too little to read, and again enough */
export function createDiskRoom(parts: {
  freeBytes: FreeBytes;
  clock: Pick<Clock, 'elapsed'>;
  onChange(hasRoom: boolean): void;
}): DiskRoom {
  const { clock } = parts;
  let hasRoom = true;
  let lookedAt = -Infinity;
  const look = async () => {
    lookedAt = clock.elapsed();
    const free = await parts.freeBytes();
    const before = hasRoom;
    hasRoom = free >= READ_ROOM;
    if (before !== hasRoom) parts.onChange(hasRoom);
    return free;
  };
  return {
    forReads() {
      if (clock.elapsed() - lookedAt >= BELIEVED_MS) void look();
      return hasRoom;
    },
    async forDispatch() {
      return (await look()) >= DISPATCH_ROOM;
    },
  };
}
