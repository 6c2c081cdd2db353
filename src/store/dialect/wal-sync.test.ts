import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWalSync, type WalSync } from './wal-sync.ts';

let file: string;
/** Pending waits for the disk, which the test ends. */
let waits: ((error: Error | null) => void)[];
let log: WalSync;
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'wal-')), 'a.db');
  writeFileSync(`${file}-wal`, '');
  waits = [];
  log = createWalSync(file, (_handle, done) => waits.push(done));
});

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise.catch(() => null), Promise.resolve(pending)])) !== pending;
}

describe('bringing commits to the disk', () => {
  test('commits made during a wait share the next one, and are not covered by the current one', async () => {
    const first = log.flush();
    const [second, third] = [log.flush(), log.flush()];
    expect(waits).toHaveLength(1);
    waits[0]?.(null);
    await first;
    expect(await isSettled(second)).toBe(false);
    expect(waits).toHaveLength(2);
    const fourth = log.flush();
    waits[1]?.(null);
    await Promise.all([second, third]);
    expect(await isSettled(fourth)).toBe(false);
    waits[2]?.(null);
    await fourth;
    expect(waits).toHaveLength(3);
  });

  test('a failure reaches all waiting callers and is permanent: what is lost is unknown', async () => {
    const first = log.flush();
    const second = log.flush();
    waits[0]?.(new Error('EIO: i/o error, fdatasync'));
    const failure = { code: 'SQLITE_IOERR_FSYNC', message: expect.stringContaining('EIO') };
    await expect(first).rejects.toMatchObject(failure);
    await expect(second).rejects.toMatchObject(failure);
    await expect(log.flush()).rejects.toMatchObject(failure);
    expect(waits).toHaveLength(1);
  });

  test('ends before the log is closed', async () => {
    const flushed = log.flush();
    const closed = log.close();
    expect(await isSettled(closed)).toBe(false);
    waits[0]?.(null);
    await Promise.all([flushed, closed]);
  });
});
