import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { startTestConsole } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const started = consoleOfAllTests();

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'console-'));

describe('starting', () => {
  test('a missing build is reported in one line', async () => {
    const attempt = startTestConsole(started.fake, { webDir: newFolder() });
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow('npm run build');
  });

  test('only the owner can read a data folder’s files, whatever the umask and modes', async () => {
    const dataDir = newFolder();
    chmodSync(dataDir, 0o755);
    const before = process.umask(0);
    try {
      // As left by an earlier version.
      for (const name of ['console.db', 'service-demo-1.db', 'service-demo-1.db-wal']) {
        writeFileSync(path.join(dataDir, name), '', { mode: 0o644 });
      }
      writeFileSync(path.join(dataDir, 'notes.txt'), '', { mode: 0o644 });
      const open = await startTestConsole(started.fake, { config: { dataDir } });
      const names = readdirSync(dataDir);
      const own = ['console.db', 'console.db-wal', 'console.db-shm', 'console.lock'];
      expect(names).toEqual(expect.arrayContaining(own));
      // Other files are left alone.
      for (const name of names) {
        const mode = statSync(path.join(dataDir, name)).mode & 0o777;
        expect([name, mode]).toEqual([name, name === 'notes.txt' ? 0o644 : 0o600]);
      }
      await open.running.close();
    } finally {
      process.umask(before);
    }
  });

  test('the head of the audit log is in the log whatever its level', async () => {
    const calm = await startTestConsole(started.fake, { config: { logLevel: 'warn' } });
    await calm.signIn('viewer');
    await calm.running.close();
    expect(calm.logs.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ sequence: 1, hash: expect.any(String), level: 30 }),
    ]);
  });

  test('behind https the cookie and the headers are for https', async () => {
    const publicOrigin = 'https://console.example';
    const behind = await startTestConsole(started.fake, { config: { publicOrigin } });
    expect(behind.running.origin).toBe(publicOrigin);
    const page = await behind.ask({ path: '/', headers: { accept: 'text/html' } });
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    // A public address: the demo is off.
    const demo = await behind.send('POST /auth/demo', undefined, { role: 'viewer' });
    expect(demo.status).toBe(404);
    const headers = { origin: `http://127.0.0.1:${behind.port}` };
    const foreign = await behind.page({ path: '/api/console/collectives', headers });
    expect(foreign.status).toBe(403);
    await behind.running.close();
  });
});
