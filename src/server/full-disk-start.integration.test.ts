import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { placeStore } from '../store/testing/memory-store.ts';
import { startTestConsole } from './testing/console-harness.ts';
import { startFakeService, type FakeService } from './testing/fake-service.ts';
import { fill, mountSmallDisk, unmountSmallDisk } from './testing/small-disk.ts';

const disk = mountSmallDisk();

describe.skipIf(disk === null)('a start where the disk is full', () => {
  const dir = disk ?? '';
  const dataDir = path.join(dir, 'data');
  const filler = path.join(dir, 'filler');
  let fake: FakeService;
  beforeAll(async () => {
    fake = await startFakeService();
  });
  afterAll(async () => {
    await fake.close();
    unmountSmallDisk(dir);
  });

  /** What a first start throws with this much room, in KiB; null if it succeeds. */
  const startWith = async (room: number): Promise<unknown> => {
    mkdirSync(dataDir);
    await placeStore(path.join(dataDir, 'console.db'));
    fill(filler, room * 1024);
    try {
      const started = await startTestConsole(fake, {
        config: { dataDir },
        embedded: false,
        seed: null,
      });
      await started.running.close();
      return null;
    } catch (thrown) {
      return thrown;
    } finally {
      rmSync(filler);
      rmSync(dataDir, { recursive: true });
    }
  };

  test('reports it in one line, whichever file cannot be written', async () => {
    const thrown: unknown[] = [];
    for (let room = 0; room <= 48; room += 8) thrown.push(await startWith(room));
    // The last pages need a few KiB more or less.
    const failed = thrown.filter((error) => error !== null);
    expect(failed.length).toBeGreaterThanOrEqual(5);
    expect(failed.filter((error) => !(error instanceof StartError))).toEqual([]);
    const lines = failed.map(String);
    expect(lines).toContainEqual(expect.stringContaining('the disk is full or read-only'));
    expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
    expect(await startWith(1024)).toBeNull();
  });
});
