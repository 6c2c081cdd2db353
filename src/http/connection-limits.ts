import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failure, problemOf } from './problems.ts';

/** How long a request may take to arrive, and how many connections may be open. Times in milliseconds. */
export interface ConnectionLimits {
  /** Until the last byte of the body has arrived. */
  requestMs: number;
  /** Until the head has arrived; also how long a connection may be open without a request. */
  headersMs: number;
  /** How often connections are checked for late requests. */
  checkMs: number;
  /** Maximum number of connections; further ones are closed. */
  connections: number;
}

/** A late request is cut off at most 30 s after it began. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  requestMs: 26_000,
  headersMs: 15_000,
  checkMs: 2000,
  connections: 1000,
};

/** How often refused connections are logged, in milliseconds. */
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
    : failure(400, 'invalid_request', 'This is not a readable HTTP request.');
}

/**
 * Answers what cannot be read as a request. A late request is cut off instead: browsers repeat a
 * request on their own after a 408, and it might be a dispatch.
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

/** Refuses every Expect header other than "100-continue". */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const refusal = failure(
    417,
    'invalid_request',
    'The value of the header Expect is not supported.',
  );
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(JSON.stringify(problemOf(refusal, randomUUID())));
}

/** Enforces what Fastify has no setting for. */
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
