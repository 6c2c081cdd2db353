import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Method } from '../../contract/route.ts';
import { UpstreamFault, type FaultKind } from '../../http/fault.ts';
import { answeredAt, retryAfterS } from '../../lib/answer-headers.ts';
import type { Ending } from '../../lib/ending.ts';

/** One HTTP request; the headers are all that is sent, apart from Host and Connection. */
export interface ExchangeRequest {
  method: Method;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** An answer that was read to its end. */
export interface RawAnswer {
  status: number;
  contentType: string;
  /** The Date header, in milliseconds since the epoch; null without one, or from a cache. */
  dateMs: number | null;
  retryAfterS: number | null;
  body: Buffer;
}

/** Largest answer that is read, in MB. */
const MAX_ANSWER_MB = 10;
const TOO_LARGE = `The Device Connectivity Service's answer is larger than ${MAX_ANSWER_MB} MB.`;

/** Longest time for a connection, in milliseconds. */
export const CONNECT_MS = 5000;

/** Socket errors that end an attempt before a connection exists. */
const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

const MESSAGES = {
  'not-connected': 'The Device Connectivity Service cannot be reached: no connection was made.',
  'connect-timeout': 'The Device Connectivity Service cannot be reached: connecting took too long.',
  timeout: 'The Device Connectivity Service did not answer in time.',
  broken: 'The connection to the Device Connectivity Service broke before its answer was complete.',
  aborted: 'The request was given up because the browser went away.',
} as const satisfies Partial<Record<FaultKind, string>>;

function kindOf(error: Error): keyof typeof MESSAGES {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNREACHABLE.test(code)) return 'not-connected';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  return 'broken';
}

function fault(kind: keyof typeof MESSAGES, cause: unknown): UpstreamFault {
  return new UpstreamFault(kind, MESSAGES[kind], { cause });
}

/**
 * Sends one request, once, and reads its answer as it comes, without a stream in between. Redirects are not followed.
 * @param timeoutMs until the answer begins, and for each further part; twice that for the whole
 * @param signal ends it early
 * @throws UpstreamFault when no complete answer came
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  timeoutMs: number,
  signal?: Ending,
): Promise<RawAnswer> {
  if (signal?.aborted === true) return Promise.reject(fault('aborted', signal.reason));
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let head: Omit<RawAnswer, 'body'> | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let ended: UpstreamFault | null = null;
    const release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const fail = (why: UpstreamFault) => {
      release();
      reject(why);
    };
    /** Ends the request; one that has not begun is not sent. */
    const end = (why: UpstreamFault) => {
      ended = why;
      controller?.abort(why);
      fail(why);
    };
    const giveUp = () => end(fault('aborted', signal?.reason));
    const timer = setTimeout(() => end(fault('timeout', null)), 2 * timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    dispatcher.dispatch(
      { ...request, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
      {
        onRequestStart(begun) {
          controller = begun;
          if (ended !== null) begun.abort(ended);
        },
        onResponseStart(_controller, status, headers) {
          // What is said before the answer itself.
          if (status < 200) return;
          head = {
            status,
            contentType: String(headers['content-type'] ?? ''),
            dateMs: answeredAt(headers),
            retryAfterS: retryAfterS(headers['retry-after']),
          };
        },
        onResponseData(_controller, part) {
          size += part.length;
          if (size > MAX_ANSWER_MB * 1024 * 1024) end(new UpstreamFault('unusable', TOO_LARGE));
          else parts.push(part);
        },
        onResponseEnd() {
          if (head === null) return fail(fault('broken', 'an answer without a head'));
          release();
          const [first = Buffer.alloc(0), ...more] = parts;
          resolve({ ...head, body: more.length === 0 ? first : Buffer.concat(parts) });
        },
        onResponseError(_controller, error) {
          fail(error instanceof UpstreamFault ? error : fault(kindOf(error), error));
        },
      },
    );
  });
}

/** Why a connection is closed whose exchange is over: made once, since an error costs a description of the stack. */
const ENDED = new Error('The exchange is over.');

/**
 * The same over a connection of its own, so that it is certain whether anything was sent: a kept-alive
 * connection may die in the moment in which it is used.
 * @param connect makes the connection, or has made it already; it must not have been used
 */
export async function exchangeOnce(
  origin: string,
  request: ExchangeRequest,
  timeoutMs: number,
  connect: buildConnector.connector | { timeout: number } = {
    timeout: Math.min(timeoutMs, CONNECT_MS),
  },
): Promise<RawAnswer> {
  const client = new Client(origin, { connect, pipelining: 1 });
  let connected = false;
  client.once('connect', () => {
    connected = true;
  });
  try {
    return await exchange(client, request, timeoutMs);
  } catch (error) {
    if (connected || !(error instanceof UpstreamFault)) throw error;
    const isLate = error.kind === 'timeout' || error.kind === 'connect-timeout';
    throw fault(isLate ? 'connect-timeout' : 'not-connected', error.cause);
  } finally {
    await client.destroy(ENDED);
  }
}
