import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceUnderTest, serviceUnderTest } from '../test-support.ts';

let sut: ServiceUnderTest;
let port: string;

beforeAll(async () => {
  sut = await serviceUnderTest(undefined, { controlPort: 0 });
  port = new URL(sut.service.controlUrl ?? '').port;
});
afterAll(() => sut.close());

/** `fetch` always sets Host, so this one does not use it. */
function ask(headers: Record<string, string>, method = 'GET', path = '/requests') {
  return new Promise<{ status: number | undefined; type: string | undefined; text: string }>(
    (resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method, headers, agent: false },
        (answer) => {
          let text = '';
          answer.on('data', (part) => (text += String(part)));
          answer.on('end', () => {
            resolve({ status: answer.statusCode, type: answer.headers['content-type'], text });
          });
        },
      );
      sent.on('error', reject);
      sent.end();
    },
  );
}

test.each(['127.0.0.1', 'localhost', '[::1]'])(
  'the controls accept a request to %s',
  async (name) => {
    expect((await ask({ host: `${name}:${port}` })).status).toBe(200);
  },
);

test.each([
  ['a foreign name', () => ({ host: `attacker.example:${port}` })],
  ['another port', () => ({ host: '127.0.0.1:80' })],
  ['no port', () => ({ host: '127.0.0.1' })],
  ['an Origin', () => ({ host: `127.0.0.1:${port}`, origin: 'https://attacker.example' })],
  [
    'an Origin of its own',
    () => ({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }),
  ],
  ['the Origin null', () => ({ host: `127.0.0.1:${port}`, origin: 'null' })],
])('the controls refuse a request with %s, and do nothing', async (_, headers) => {
  const faults = { ...headers(), 'content-type': 'application/json' };
  const refused = await ask(faults, 'PUT', '/scenario');
  expect([refused.status, refused.type]).toEqual([403, 'application/json; charset=utf-8']);
  expect(JSON.parse(refused.text)).toEqual({
    errors: [expect.objectContaining({ code: 'Forbidden' })],
  });
  expect((await ask(headers(), 'GET', '/no-such-path')).status).toBe(403);
});
