import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failure, problemOf } from './problems.ts';

/** How long a request may take to arrive, and how many connections there may be. Times in milliseconds. */
export interface ConnectionLimits {
  /** Until the last byte of a body is here. */
  requestMs: number;
  /** Until the head is here; also how long a connection may be open without a request. */
  headersMs: number;
  /** How often connections are looked through for late ones. */
  checkMs: number;
  /** Most connections at once; further ones are closed. */
  connections: number;
}

/** A late request is gone 30 s after it began, at the latest. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  requestMs: 26_000,
  headersMs: 15_000,
  checkMs: 2000,
  connections: 1000,
};

/** How often it is said that connections were refused, in milliseconds. */
const SAY_MS = 60_000;

/** The settings of the HTTP server for these limits. */
export function serverOptions({ requestMs, headersMs, checkMs }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    clientErrorHandler: answerUnreadable,
  };
}

/** The messages for unreadable requests. */
function refusalOf(code: string | undefined) {
  return code === 'HPE_HEADER_OVERFLOW'
    ? failure(431, 'invalid_request', 'The head of the request is too large.')
    : failure(400, 'invalid_request', 'This is no HTTP request that can be read.');
}

/**
 * Answers what cannot be read as a request. A late one is not answered but cut off: browsers send a
 * request again unasked when they get a 408, and it might be a dispatch.
 */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' && error.code !== 'ECONNRESET') {
    const refusal = refusalOf(error.code);
    const body = JSON.stringify(problemOf(refusal, randomUUID()));
    socket.write(
      [
        `HTTP/1.1 ${refusal.status} ${refusal.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroy();
}

/** Refuses the one expectation of a client that is not "100-continue". */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const refusal = failure(
    417,
    'invalid_request',
    'The header Expect asks for what is not offered.',
  );
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(JSON.stringify(problemOf(refusal, randomUUID())));
}

/** Has the server hold to what Fastify has no setting for. */
export function limitConnections(app: FastifyInstance, { connections }: ConnectionLimits): void {
  app.server.maxConnections = connections;
  let saidAt = Number.NEGATIVE_INFINITY;
  app.server.on('drop', () => {
    if (performance.now() - saidAt < SAY_MS) return;
    saidAt = performance.now();
    app.log.warn(`More than ${connections} connections at once; further ones are closed.`);
  });
  app.server.on('checkExpectation', refuseExpectation);
}
