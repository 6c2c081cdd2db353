import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A small disk of some megabytes, or null if this user may not mount one. */
export function mountSmallDisk(): string | null {
  const dir = mkdtempSync(path.join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dir], { stdio: 'ignore' });
    return dir;
  } catch {
    rmdirSync(dir);
    process.stderr.write(
      'Skipped: a small disk cannot be mounted here (that needs root on Linux).\n',
    );
    return null;
  }
}

/** Removes a small disk; its files may still be open for a moment. */
export function unmountSmallDisk(dir: string): void {
  execFileSync('umount', ['-l', dir]);
  rmdirSync(dir);
}

/**
 * Fills the disk with a file, to the last byte.
 * @param room bytes that are left
 */
export function fill(file: string, room = 0): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 1 << 20; size > 0; size >>= 1) {
      try {
        for (;;) if (writeSync(handle, Buffer.alloc(size)) < size) break;
      } catch {
        // Not enough space: try half of it.
      }
    }
    ftruncateSync(handle, Math.max(0, fstatSync(handle).size - room));
  } finally {
    closeSync(handle);
  }
}
