import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createDiskRoom, DISPATCH_ROOM, freeBytesOf, READ_ROOM } from './disk-room.ts';

test('reading ends before dispatching does, and begins again once there is room', async () => {
  const clock = manualClock();
  const changes: boolean[] = [];
  let free = READ_ROOM;
  const room = createDiskRoom({
    freeBytes: () => Promise.resolve(free),
    clock,
    onChange: (hasRoom) => changes.push(hasRoom),
  });
  const looked = async () => {
    clock.advance(3000);
    room.forReads();
    await turn();
    return [room.forReads(), await room.forDispatch()];
  };
  expect(await looked()).toEqual([true, true]);
  free = READ_ROOM - 1;
  expect(await looked()).toEqual([false, true]);
  free = DISPATCH_ROOM - 1;
  expect(await looked()).toEqual([false, false]);
  free = READ_ROOM;
  expect(await looked()).toEqual([true, true]);
  expect(changes).toEqual([false, true]);
});

test('a dispatch is not refused by what was seen before', async () => {
  const clock = manualClock();
  let free = 0;
  const freeBytes = () => Promise.resolve(free);
  const room = createDiskRoom({ freeBytes, clock, onChange: () => {} });
  expect(await room.forDispatch()).toBe(false);
  free = READ_ROOM;
  expect(await room.forDispatch()).toBe(true);
});

test('the free space is that of the disk; what cannot be told is no reason to refuse', async () => {
  const free = await freeBytesOf(tmpdir())();
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThan(Infinity);
  expect(await freeBytesOf(path.join(tmpdir(), 'not-there'))()).toBe(Infinity);
});
