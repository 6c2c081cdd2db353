import { once } from 'node:events';
import net from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../contract/console/problem.ts';
import { startTestConsole } from '../server/testing/console-harness.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { consoleOfAllTests } from '../server/testing/started-console.ts';

let cookie: string;
const started = consoleOfAllTests({
  connectionLimits: { requestMs: 600, headersMs: 300, checkMs: 50, connections: 600 },
});
beforeAll(async () => {
  cookie = await started.gridhelm.signIn('operator');
});

interface Line {
  socket: net.Socket;
  /** Everything received until the connection was closed. */
  heard: Promise<string>;
}

async function open(port = started.gridhelm.port): Promise<Line> {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  // A connection that is cut off may end with a reset.
  socket.on('error', () => {});
  const heard = new Promise<string>((resolve) => {
    socket.once('close', () => {
      resolve(text);
    });
  });
  await once(socket, 'connect');
  return { socket, heard };
}

const head = (line: string, more: Record<string, string>) => {
  const own = { Host: 'x', 'X-Gridhelm': '1', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
  const fields = Object.entries({ ...own, ...more }).map(([name, value]) => `${name}: ${value}`);
  return `${[line, ...fields].join('\r\n')}\r\n\r\n`;
};

const POST = 'POST /api/console/templates HTTP/1.1';
const GET = 'GET /api/console/templates HTTP/1.1';
const body = { 'Content-Type': 'application/json', 'Content-Length': '1000' };

describe('requests that never arrive completely', () => {
  test('closes the connections of 500 slow bodies without an answer, and serves others meanwhile', async () => {
    const lines = await Promise.all(Array.from({ length: 500 }, () => open()));
    for (const { socket } of lines) socket.write(`${head(POST, body)}{`);
    expect((await started.send('GET /api/console/templates', cookie)).status).toBe(200);
    const heard = await Promise.all(lines.map((line) => line.heard));
    expect(new Set(heard)).toEqual(new Set(['']));
  });

  test('cuts off slow heads, slow bodies of a GET and of refused requests, and never answers 408', async () => {
    const slow = [head(GET, body), head('POST /api/nothing HTTP/1.1', body)];
    const texts = [...slow.map((text) => `${text}{`), `${GET}\r\nHost: x\r\n`, ''];
    const heard = texts.map(async (text) => {
      const line = await open();
      line.socket.write(text);
      return line.heard;
    });
    // Status lines only: a random id in a body may well contain these digits.
    for (const told of await Promise.all(heard)) expect(told).not.toMatch(/^HTTP\/1\.1 408/m);
  });

  test('the default limits close all of them within 30 s', () => {
    const { requestMs, headersMs, checkMs, connections } = CONNECTION_LIMITS;
    expect(Math.max(requestMs, headersMs) + 2 * checkMs).toBeLessThanOrEqual(30_000);
    expect(connections).toBeGreaterThan(500);
  });
});

test('closes connections beyond the limit and logs that once', async () => {
  const connectionLimits = { ...CONNECTION_LIMITS, connections: 5 };
  const small = await startTestConsole(started.fake, { connectionLimits });
  const lines = await Promise.all(Array.from({ length: 5 }, () => open(small.port)));
  const beyond = await Promise.all(Array.from({ length: 20 }, () => open(small.port)));
  expect(new Set(await Promise.all(beyond.map((line) => line.heard)))).toEqual(new Set(['']));
  for (const { socket } of lines) socket.destroy();
  expect(small.logs.filter((line) => line.includes('More than 5 connections'))).toHaveLength(1);
  await small.running.close();
});

describe('requests refused before they reach a route', () => {
  test.each([
    ['an unsupported expectation', head(POST, { ...body, Expect: 'a-miracle' }), 417],
    ['an endless head', `${GET}\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['text that is not HTTP', 'HELLO\r\n\r\n', 400],
  ])('%s', async (_name, text, status) => {
    const { socket, heard } = await open();
    socket.write(text);
    const [first = '', ...rest] = (await heard).split('\r\n\r\n');
    expect(Number(first.split(' ')[1])).toBe(status);
    expect(first.toLowerCase()).toContain('cache-control: no-store');
    const problem = Problem.parse(JSON.parse(/\{.*\}/s.exec(rest.join(''))?.[0] ?? ''));
    expect(problem).toMatchObject({ code: 'invalid_request', source: 'console' });
  });

  test('"100-continue" is fine', async () => {
    const text = JSON.stringify({ name: '', rows: [] });
    const { socket, heard } = await open();
    const length = String(Buffer.byteLength(text));
    const more = { ...body, 'Content-Length': length, Connection: 'close' };
    socket.write(head(POST, { ...more, Expect: '100-continue' }));
    await once(socket, 'data');
    socket.write(text);
    expect(await heard).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });
});
