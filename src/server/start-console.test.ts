import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestConsole } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const started = consoleOfAllTests();

const html = { accept: 'text/html' };

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
    expect(
      Object.fromEntries(Object.entries(others).filter(([name]) => !plain.test(name))),
    ).toEqual({
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
    const reply = await own.ask({ path: '/', headers: html });
    expect(reply.headers['content-security-policy']).toContain(
      "img-src 'self' data: https://tiles.example.org;",
    );
    const session = await own.page({ path: '/auth/session' });
    expect(session.json()).toMatchObject({ basemap });
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

    const away = await own.ask({ path: '/streets.pmtiles', headers: { range: 'bytes=0-3' } });
    expect([away.status, away.problem().code]).toEqual([401, 'not_signed_in']);
    const foreign = await read({ range: 'bytes=0-3', 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await read({}, '/other.pmtiles')).status).toBe(404);
    expect((await read({}, '/streets.pmtiles/../other.pmtiles')).status).toBe(404);

    const part = await read({ range: 'bytes=2-4' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const etag = String(part.headers['etag']);
    const end = await read({ range: 'bytes=-2' });
    expect([end.status, end.text]).toEqual([206, '89']);
    const whole = await read({});
    expect([whole.status, whole.text]).toEqual([200, '0123456789']);
    const beyond = await read({ range: 'bytes=20-30' });
    expect([beyond.status, beyond.problem().code]).toEqual([416, 'invalid_request']);
    // No numbers are refused; another unit than bytes is ignored.
    const bad = [await read({ range: 'bytes=x-y' }), await read({ range: 'lines=1-2' })];
    expect(bad.map(({ status }) => status)).toEqual([416, 200]);
    const changed = await read({ range: 'bytes=2-4', 'if-range': '"another"' });
    expect([changed.status, changed.text]).toEqual([200, '0123456789']);
    expect((await read({ 'if-none-match': etag })).status).toBe(304);

    // The file comes from our own origin: the policy does not change.
    const page = await own.ask({ path: '/', headers: html });
    expect(page.headers['content-security-policy']).toContain("connect-src 'self';");
    const session = await own.page({ path: '/auth/session' }, cookie);
    expect(session.json()).toMatchObject({ basemap });
    expect(session.text).not.toContain(dir);
    await own.running.close();
  });

  test('streets may be read from their own origin only, and images may not', async () => {
    const url = 'https://tiles.example.org/world.pmtiles';
    const basemap = { url, attribution: '© OSM', streets: true } as const;
    const own = await startTestConsole(started.fake, { config: { basemap } });
    const { headers } = await own.ask({ path: '/', headers: html });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' https://tiles.example.org;");
    expect(policy).toContain("img-src 'self' data:;");
    await own.running.close();
  });

  test('assets are cached forever and compressed', async () => {
    const asset = '/assets/main-abc.js';
    const plain = await started.gridhelm.ask({ path: asset });
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(plain.headers['vary']).toBe('Accept-Encoding');
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await rawBytes(started.gridhelm.port, asset, coding);
      expect(packed.headers).toMatchObject({
        'content-encoding': coding,
        'content-type': plain.headers['content-type'],
        'cache-control': plain.headers['cache-control'],
        vary: 'Accept-Encoding',
      });
      expect(unpack(packed.bytes).toString()).toBe(plain.text);
    }
    const browser = await rawBytes(started.gridhelm.port, asset, 'gzip, deflate, br, zstd');
    expect(browser.headers['content-encoding']).toBe('br');
    const refused = await started.gridhelm.ask({
      path: asset,
      headers: { 'accept-encoding': 'br;q=0' },
    });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const again = await started.gridhelm.ask({
      path: asset,
      headers: { 'if-none-match': String(plain.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await started.gridhelm.ask({ method: 'HEAD', path: asset });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(plain.text.length),
    ]);
  });

  test('byte ranges are answered, uncompressed', async () => {
    const range = (value: string) =>
      started.gridhelm.ask({
        path: '/world.pmtiles',
        headers: { range: value, 'accept-encoding': 'br, gzip' },
      });
    const part = await range('bytes=2-4');
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect(part.headers['content-encoding']).toBeUndefined();
    const beyond = await range('bytes=20-30');
    expect([beyond.status, beyond.problem().code]).toEqual([416, 'invalid_request']);
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
