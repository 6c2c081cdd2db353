import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by the fake Service. */
export interface Seen {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Settles when the connection of the request has ended. */
  closed: Promise<unknown>;
}

/** An answer of the fake Service: a response, silence, or a reset connection. */
export type Reply =
  | { status: number; body?: unknown; raw?: string | Buffer; headers?: Record<string, string> }
  | 'hang'
  | 'reset';

/** A disposable Service on a free port, scripted by a test. */
export interface FakeService {
  baseUrl: string;
  authUrl: string;
  /** Requests to the interface itself, without token requests. */
  seen: Seen[];
  tokenRequests: Seen[];
  /** Decides each answer; a test replaces it. */
  answer: (seen: Seen) => Reply | Promise<Reply>;
  answerToken: (seen: Seen) => Reply;
  close(): Promise<void>;
}

export const CREDENTIALS = {
  clientId: 'canary-client-7f3a',
  clientSecret: 'canary-secret-91bd/+=',
  token: 'canary-token-55aa01',
};

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return text;
}

function send(response: http.ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.socket?.destroy();
    return;
  }
  const body = reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(body);
}

/** Starts a fake Service. */
export async function startFakeService(): Promise<FakeService> {
  const fake: FakeService = {
    baseUrl: '',
    authUrl: '',
    seen: [],
    tokenRequests: [],
    answer: () => ({
      status: 404,
      body: { errors: [{ code: 'nothing', message: 'No such thing.' }] },
    }),
    answerToken: () => ({
      status: 200,
      body: { access_token: CREDENTIALS.token, expires_in: 3600, token_type: 'Bearer' },
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  const take = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await bodyOf(request),
      closed: once(response, 'close'),
    };
    if (seen.path === '/oauth2/token') {
      fake.tokenRequests.push(seen);
      send(response, fake.answerToken(seen));
      return;
    }
    fake.seen.push(seen);
    send(response, await fake.answer(seen));
  };
  const server = http.createServer((request, response) => {
    take(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = addressOf(server.address());
  fake.baseUrl = `http://127.0.0.1:${port}/base`;
  fake.authUrl = `http://127.0.0.1:${port}/oauth2/token`;
  return fake;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address;
}
