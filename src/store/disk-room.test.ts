import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import {
  CHANGE_ROOM,
  createDiskRoom,
  freeBytesOf,
  READ_ROOM,
  type DiskState,
} from './disk-room.ts';
import { WaitEnded } from './store-health.ts';

test('reading stops before changes do, and resumes once there is room', async () => {
  const clock = manualClock();
  const changes: DiskState[] = [];
  let free = READ_ROOM;
  const room = createDiskRoom({
    freeBytes: () => Promise.resolve(free),
    clock,
    onChange: (state) => changes.push(state),
  });
  const looked = async () => {
    clock.advance(3000);
    room.state();
    await turn();
    return room.state();
  };
  expect(await looked()).toBe('ok');
  free = READ_ROOM - 1;
  expect([await looked(), await room.forChanges()]).toEqual(['no-reads', true]);
  free = CHANGE_ROOM - 1;
  expect([await looked(), await room.forChanges()]).toEqual(['no-changes', false]);
  free = READ_ROOM;
  expect([await looked(), await room.forChanges()]).toEqual(['ok', true]);
  expect(changes).toEqual(['no-reads', 'no-changes', 'ok']);
});

test('a change is judged by a new look', async () => {
  const clock = manualClock();
  let free = 0;
  const freeBytes = () => Promise.resolve(free);
  const room = createDiskRoom({ freeBytes, clock, onChange: () => {} });
  expect(await room.forChanges()).toBe(false);
  free = READ_ROOM;
  expect(await room.forChanges()).toBe(true);
});

test('background changes wait for room, until their signal or a stop ends the wait', async () => {
  const clock = manualClock();
  let free = 0;
  const freeBytes = () => Promise.resolve(free);
  const room = createDiskRoom({ freeBytes, clock, onChange: () => {} });
  const abort = new AbortController();
  let isDone = false;
  const waiting = room.whenForChanges().then(() => (isDone = true));
  const aborted = room.whenForChanges(abort.signal);
  await turn();
  clock.advance(3000);
  await turn();
  expect(isDone).toBe(false);
  abort.abort();
  await expect(aborted).rejects.toThrow(WaitEnded);
  free = CHANGE_ROOM;
  clock.advance(3000);
  await waiting;
  free = 0;
  clock.advance(3000);
  const stopped = room.whenForChanges();
  await turn();
  room.stop();
  await expect(stopped).rejects.toThrow(WaitEnded);
});

test('the free space is that of the disk; what cannot be told is no reason to refuse', async () => {
  const free = await freeBytesOf(tmpdir())();
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThan(Infinity);
  expect(await freeBytesOf(path.join(tmpdir(), 'not-there'))()).toBe(Infinity);
});
