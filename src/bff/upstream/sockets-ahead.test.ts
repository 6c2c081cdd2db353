import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchangeOnce } from './exchange.ts';
import { createSocketsAhead, type SocketsAhead } from '../../lib/sockets-ahead.ts';

const REQUEST = { method: 'POST', path: '/', headers: {}, body: '{}' } as const;
const ANSWER = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}';

let server: Server;
let origin: string;
let sockets: SocketsAhead;
/** Connections in the order in which they were made, with the number of requests on each. */
let made: { socket: Socket; requests: number }[];

beforeEach(async () => {
  made = [];
  server = createServer((socket) => {
    const one = { socket, requests: 0 };
    made.push(one);
    socket.on('data', () => {
      one.requests += 1;
      socket.write(ANSWER);
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  sockets = createSocketsAhead(origin, 5000);
});

afterEach(async () => {
  vi.useRealTimers();
  sockets.close();
  for (const { socket } of made) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const send = () => exchangeOnce(origin, REQUEST, 5000, sockets.connector);
const used = () => made.map(({ requests }) => requests);
const isMade = (count: number) => vi.waitFor(() => expect(made).toHaveLength(count));

test('a request goes over the connection that was made ahead, and the next one is made', async () => {
  sockets.prepare(1);
  await isMade(1);
  expect((await send()).status).toBe(201);
  await isMade(2);
  expect(used()).toEqual([1, 0]);
});

test('no connection carries two requests', async () => {
  sockets.prepare(3);
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(used().filter((count) => count === 1)).toHaveLength(20);
  expect(Math.max(...used())).toBe(1);
});

test('one that the Service closes before its use is replaced', async () => {
  sockets.prepare(1);
  await isMade(1);
  const [first] = made;
  await new Promise((resolve) => first?.socket.once('close', resolve).end());
  expect((await send()).status).toBe(201);
  expect(used()[0]).toBe(0);
});

test('one on which the Service speaks first is not used', async () => {
  sockets.prepare(1);
  await isMade(1);
  const [first] = made;
  const closed = new Promise((resolve) => first?.socket.once('close', resolve));
  first?.socket.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
  await closed;
  expect((await send()).status).toBe(201);
  expect(used()[0]).toBe(0);
});

test('one that nobody needed is closed, before the other end would', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sockets.prepare(2);
  await vi.waitFor(() => expect(made).toHaveLength(2));
  const closed = made.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
  await vi.waitFor(() => {
    vi.advanceTimersByTime(4000);
  });
  await Promise.all(closed);
});

test('at most a few are kept', async () => {
  sockets.prepare(100);
  await isMade(8);
  expect((await send()).status).toBe(201);
  await vi.waitFor(() => expect(made.length).toBeLessThanOrEqual(9));
});

test('when nothing can be reached, the request fails as one that was not sent', async () => {
  await new Promise((resolve) => server.close(resolve));
  sockets.prepare(1);
  await expect(send()).rejects.toMatchObject({ kind: 'not-connected', effect: 'not-sent' });
});
