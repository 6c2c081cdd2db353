import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { startTestConsole, type TestConsole } from './testing/console-harness.ts';
import { startFakeService, type FakeService } from './testing/fake-service.ts';

let fake: FakeService;
let gridhelm: TestConsole;
beforeAll(async () => {
  fake = await startFakeService();
  gridhelm = await startTestConsole(fake);
});
afterAll(async () => {
  await gridhelm.running.close();
  await fake.close();
});

const html = { accept: 'text/html' };

describe('the page', () => {
  test.each(['/', '/collectives', '/collectives/123?tab=map'])('%s is the page', async (target) => {
    const told = await gridhelm.ask({ path: target, headers: html });
    expect(told.status).toBe(200);
    expect(told.text).toContain('<title>page</title>');
    expect(told.headers['cache-control']).toBe('no-cache');
    expect(told.headers['content-security-policy']).toContain("default-src 'none'");
    expect(told.headers['content-security-policy']).not.toContain('unsafe');
    expect(told.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(told.headers['strict-transport-security']).toBeUndefined();
  });

  test('assets are kept for ever and come compressed', async () => {
    const asset = '/assets/main-abc.js';
    const plain = await gridhelm.ask({ path: asset });
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const bytes = await rawBytes(gridhelm.port, asset, coding);
      expect(unpack(bytes).toString()).toBe(plain.text);
    }
    const refused = await gridhelm.ask({ path: asset, headers: { 'accept-encoding': 'br;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const again = await gridhelm.ask({
      path: asset,
      headers: { 'if-none-match': String(plain.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await gridhelm.ask({ method: 'HEAD', path: asset });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(plain.text.length),
    ]);
  });

  test.each([
    '/assets/main-abc.js.map',
    '/.hidden',
    '/assets/nope.js',
    '/assets/../.hidden',
    '/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/.hidden',
    '/nope.txt',
  ])('%s is not served, not even as the page', async (target) => {
    const told = await gridhelm.ask({ path: target, headers: html });
    expect(told.status).toBe(404);
    expect(told.text).not.toContain('secret');
  });

  test('only a navigation gets the page', async () => {
    const told = await gridhelm.ask({ path: '/collectives', headers: { accept: '*/*' } });
    expect(told.status).toBe(404);
    const post = await gridhelm.ask({ method: 'POST', path: '/collectives' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

/** The bytes of an answer as they came over the wire. */
function rawBytes(port: number, target: string, coding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { port, path: target, headers: { 'accept-encoding': coding } };
    http
      .get({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        expect(response.headers['content-encoding']).toBe(coding);
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve(Buffer.concat(parts));
        });
      })
      .on('error', reject);
  });
}

describe('starting', () => {
  test('a page that is not built is one clear line', async () => {
    const webDir = mkdtempSync(path.join(tmpdir(), 'empty-'));
    const attempt = startTestConsole(fake, { webDir });
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow('npm run build');
  });

  test('a port in use is one clear line, and the data folder is given back', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-'));
    const attempt = startTestConsole(fake, { config: { port: gridhelm.port, dataDir } });
    await expect(attempt).rejects.toThrow(
      `Port ${gridhelm.port} on 127.0.0.1 is in use; stop the other program or set PORT to a free one.`,
    );
    const second = await startTestConsole(fake, { config: { dataDir } });
    await second.running.close();
  });

  test('a data folder in use is one clear line', async () => {
    const attempt = startTestConsole(fake, { config: { dataDir: gridhelm.dataDir } });
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow('is in use by another Gridhelm');
  });

  test('a data folder is free again after its holder was killed', async () => {
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
    await expect(startTestConsole(fake, { config: { dataDir } })).rejects.toThrow('is in use');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const second = await startTestConsole(fake, { config: { dataDir } });
    await second.running.close();
  });

  test('behind https the cookie and the headers are those for https', async () => {
    const behind = await startTestConsole(fake, {
      config: { publicOrigin: 'https://console.example' },
    });
    expect(behind.running.origin).toBe('https://console.example');
    const page = await behind.ask({ path: '/', headers: html });
    expect(page.headers['strict-transport-security']).toContain('max-age=');
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
