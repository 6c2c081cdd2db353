import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Containers often have 64 MiB there, which a few data folders would fill. */
const LEAST_FREE_BYTES = 2 * 1024 ** 3;

function hasRoomInMemory(): boolean {
  const stats = statfsSync(MEMORY, { bigint: false });
  return stats.bavail * stats.bsize >= LEAST_FREE_BYTES;
}

function parentFolder(): string {
  try {
    return hasRoomInMemory() ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Gives a test run a temporary folder of its own, in memory if the machine has room there: a database
 * waits for the disk on each write, which is most of the time of many tests.
 * @returns removes the folder with what tests have left in it
 */
export default function setUpTestFolder(): () => void {
  const folder = mkdtempSync(path.join(parentFolder(), 'gridhelm-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
