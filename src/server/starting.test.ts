import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { startTestConsole } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const started = consoleOfAllTests();

const html = { accept: 'text/html' };

describe('starting', () => {
  test('a missing build is reported in one line', async () => {
    const webDir = mkdtempSync(path.join(tmpdir(), 'empty-'));
    const attempt = startTestConsole(started.fake, { webDir });
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow('npm run build');
  });

  test('a port in use is reported in one line, and the data folder is released', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-'));
    const attempt = startTestConsole(started.fake, {
      config: { port: started.gridhelm.port, dataDir },
    });
    await expect(attempt).rejects.toThrow(
      `Port ${started.gridhelm.port} on 127.0.0.1 is in use; stop the other program or set PORT to a free one.`,
    );
    const second = await startTestConsole(started.fake, { config: { dataDir } });
    await second.running.close();
  });

  test('a data folder in use is reported in one line', async () => {
    const attempt = startTestConsole(started.fake, {
      config: { dataDir: started.gridhelm.dataDir },
    });
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow('is in use by another Gridhelm');
  });

  test('only the owner can read a data folder’s files, whatever the umask and modes', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-'));
    chmodSync(dataDir, 0o755);
    const before = process.umask(0);
    try {
      // As left by an earlier version.
      for (const name of ['console.db', 'service-demo-1.db', 'service-demo-1.db-wal']) {
        writeFileSync(path.join(dataDir, name), '', { mode: 0o644 });
      }
      writeFileSync(path.join(dataDir, 'notes.txt'), '', { mode: 0o644 });
      const open = await startTestConsole(started.fake, { config: { dataDir } });
      const modes = () =>
        readdirSync(dataDir).map((name) => [name, statSync(path.join(dataDir, name)).mode & 0o777]);
      const own = modes().filter(([name]) => name !== 'notes.txt');
      expect(own.map(([name]) => name)).toEqual(
        expect.arrayContaining(['console.db', 'console.db-wal', 'console.db-shm', 'console.lock']),
      );
      expect(own.filter(([, mode]) => mode !== 0o600)).toEqual([]);
      // Other files are left alone.
      expect(modes()).toContainEqual(['notes.txt', 0o644]);
      await open.running.close();
    } finally {
      process.umask(before);
    }
  });

  test('a data folder is released when its process is killed', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-'));
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import Database from 'libsql';
       const db = new Database(${JSON.stringify(path.join(dataDir, 'console.lock'))});
       db.exec('BEGIN EXCLUSIVE');
       console.log('held');
       setInterval(() => {}, 1000);`,
    ]);
    await once(holder.stdout, 'data');
    await expect(startTestConsole(started.fake, { config: { dataDir } })).rejects.toThrow(
      'is in use',
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const second = await startTestConsole(started.fake, { config: { dataDir } });
    await second.running.close();
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
    const behind = await startTestConsole(started.fake, {
      config: { publicOrigin: 'https://console.example' },
    });
    expect(behind.running.origin).toBe('https://console.example');
    const page = await behind.ask({ path: '/', headers: html });
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    // A public address: the demo is off.
    const demo = await behind.page({
      method: 'POST',
      path: '/auth/demo',
      body: { role: 'viewer' },
    });
    expect(demo.status).toBe(404);
    const own = { origin: `http://127.0.0.1:${behind.port}` };
    const foreign = await behind.page({ path: '/api/console/collectives', headers: own });
    expect(foreign.status).toBe(403);
    await behind.running.close();
  });
});
