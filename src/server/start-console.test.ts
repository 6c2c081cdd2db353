import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const started = consoleOfAllTests();

const html = { accept: 'text/html' };
const policyOf = async (console: TestConsole) =>
  String((await console.ask({ path: '/', headers: html })).headers['content-security-policy']);

describe('the page', () => {
  test.each(['/', '/collectives/123?tab=map', '/sign-in'])('%s is the page', async (target) => {
    const reply = await started.gridhelm.ask({ path: target, headers: html });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('<title>page</title>');
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each([
    ['the page', '/', 200],
    ['a file', '/assets/main-abc.js', 200],
    ['nothing', '/assets/nope.js', 404],
    ['a refusal', '/api/console/collectives', 403],
  ])('%s carries every security header and no other', async (_name, target, status) => {
    const reply = await started.gridhelm.ask({ path: target, headers: html });
    expect(reply.status).toBe(status);
    const { 'content-security-policy': policy, ...others } = reply.headers;
    expect(String(policy).split(/;\s*/)).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      "img-src 'self' data:",
      "connect-src 'self'",
      "font-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ]);
    const plain =
      /^(?:accept-ranges|cache-control|connection|content-.*|date|etag|keep-alive|last-modified|vary|x-request-id)$/;
    const secure = Object.entries(others).filter(([name]) => !plain.test(name));
    expect(Object.fromEntries(secure)).toEqual({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('map tiles come from the configured origin only, and the page has their address', async () => {
    const basemap = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: 'Us' };
    const own = await startTestConsole(started.fake, { config: { basemap } });
    expect(await policyOf(own)).toContain("img-src 'self' data: https://tiles.example.org;");
    expect((await own.send('GET /auth/session')).json()).toMatchObject({ basemap });
    await own.running.close();
  });

  test('signed-in operators read the file of streets in parts, and no other file', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'streets-'));
    const basemapFile = path.join(dir, 'city.pmtiles');
    writeFileSync(basemapFile, '0123456789');
    writeFileSync(path.join(dir, 'other.pmtiles'), 'secret');
    const basemap = { url: '/streets.pmtiles', attribution: '© OSM', streets: true } as const;
    const own = await startTestConsole(started.fake, { config: { basemap, basemapFile } });
    const cookie = await own.signIn('viewer');
    const read = (headers: Record<string, string>, address = '/streets.pmtiles') =>
      own.ask({ path: address, headers: { cookie, ...headers } });

    const range = 'bytes=0-3';
    const away = await own.ask({ path: '/streets.pmtiles', headers: { range } });
    expect(away.code()).toEqual([401, 'not_signed_in']);
    expect((await read({ range, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await read({}, '/other.pmtiles')).status).toBe(404);
    expect((await read({}, '/streets.pmtiles/../other.pmtiles')).status).toBe(404);

    const part = await read({ range: 'bytes=2-4' });
    expect(part.headers['content-range']).toBe('bytes 2-4/10');
    for (const [asked, status, text] of [
      [{ range: 'bytes=2-4' }, 206, /^234$/],
      [{ range: 'bytes=-2' }, 206, /^89$/],
      [{}, 200, /^0123456789$/],
      [{ range: 'bytes=20-30' }, 416, /"invalid_request"/],
      // No numbers are refused; another unit than bytes is ignored.
      [{ range: 'bytes=x-y' }, 416, /"invalid_request"/],
      [{ range: 'lines=1-2' }, 200, /^0123456789$/],
      [{ range: 'bytes=2-4', 'if-range': '"another"' }, 200, /^0123456789$/],
      [{ 'if-none-match': String(part.headers['etag']) }, 304, /^$/],
    ] as const) {
      const told = await read(asked);
      expect([asked, told.status, told.text]).toEqual([asked, status, expect.stringMatching(text)]);
    }

    // The file comes from our own origin: the policy does not change.
    expect(await policyOf(own)).toContain("connect-src 'self';");
    const session = await own.send('GET /auth/session', cookie);
    expect(session.json()).toMatchObject({ basemap });
    expect(session.text).not.toContain(dir);
    await own.running.close();
  });

  test('streets may be read from their own origin only, and images may not', async () => {
    const url = 'https://tiles.example.org/world.pmtiles';
    const basemap = { url, attribution: '© OSM', streets: true } as const;
    const own = await startTestConsole(started.fake, { config: { basemap } });
    const policy = await policyOf(own);
    expect(policy).toContain("connect-src 'self' https://tiles.example.org;");
    expect(policy).toContain("img-src 'self' data:;");
    await own.running.close();
  });

  test('assets are cached forever and compressed', async () => {
    const asset = '/assets/main-abc.js';
    const plain = await started.gridhelm.ask({ path: asset });
    const common = {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    };
    expect(plain.headers).toMatchObject(common);
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await rawBytes(started.gridhelm.port, asset, coding);
      expect(packed.headers).toMatchObject({ ...common, 'content-encoding': coding });
      expect(unpack(packed.bytes).toString()).toBe(plain.text);
    }
    const browser = await rawBytes(started.gridhelm.port, asset, 'gzip, deflate, br, zstd');
    expect(browser.headers['content-encoding']).toBe('br');
    const ask = (headers: Record<string, string>, method = 'GET') =>
      started.gridhelm.ask({ method, path: asset, headers });
    const refused = await ask({ 'accept-encoding': 'br;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const again = await ask({ 'if-none-match': String(plain.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await ask({}, 'HEAD');
    const length = String(plain.text.length);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', length]);
  });

  test('byte ranges are answered, uncompressed', async () => {
    const read = (range: string) => {
      const headers = { range, 'accept-encoding': 'br, gzip' };
      return started.gridhelm.ask({ path: '/world.pmtiles', headers });
    };
    const part = await read('bytes=2-4');
    expect([part.status, part.text]).toEqual([206, '234']);
    expect(part.headers['content-range']).toBe('bytes 2-4/10');
    expect(part.headers['content-encoding']).toBeUndefined();
    expect((await read('bytes=20-30')).code()).toEqual([416, 'invalid_request']);
  });

  test.each([
    '/assets/main-abc.js.map',
    '/assets/main-abc.js.br',
    '/assets/main-abc.js%2ebr',
    '/assets/main-abc.js.gz',
    '/assets/',
    '/assets//main-abc.js',
    '//assets/main-abc.js',
    '/assets/main-abc.js/',
    '/assets\\main-abc.js',
    '/assets/main-abc.js%00',
    '/.hidden',
    '/assets/nope.js',
    '/assets/../.hidden',
    '/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/.hidden',
    '/nope.txt',
  ])('%s is not served, not even as the page', async (target) => {
    const reply = await started.gridhelm.ask({ path: target, headers: html });
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('secret');
  });

  test('only a navigation gets the page', async () => {
    const reply = await started.gridhelm.ask({ path: '/collectives', headers: { accept: '*/*' } });
    expect(reply.status).toBe(404);
    const post = await started.gridhelm.ask({ method: 'POST', path: '/collectives' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

/** An answer as it came over the wire. */
function rawBytes(
  port: number,
  target: string,
  coding: string,
): Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const options = { port, path: target, headers: { 'accept-encoding': coding } };
    http
      .get({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ headers: response.headers, bytes: Buffer.concat(parts) });
        });
      })
      .on('error', reject);
  });
}
