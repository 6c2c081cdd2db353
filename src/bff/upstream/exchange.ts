import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Method } from '../../contract/endpoints.ts';
import { UpstreamFault, type FaultKind } from '../../http/fault.ts';
import { answeredAt, retryAfterS } from '../../lib/answer-headers.ts';
import type { Ending } from '../../lib/ending.ts';

/** One HTTP request; the headers are all that is sent, apart from Host and Connection. */
export interface ExchangeRequest {
  method: Method;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Ends the request early. */
  signal?: Ending | undefined;
}

/** Bounds of one exchange: times in milliseconds, size in bytes. */
export interface ExchangeLimits {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
  totalMs: number;
  maxBytes: number;
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

/** Largest answer that is read. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** The bounds that follow from the configured time-out. */
export function limitsOf(timeoutMs: number): ExchangeLimits {
  return {
    connectMs: Math.min(timeoutMs, 5000),
    headersMs: timeoutMs,
    bodyMs: timeoutMs,
    totalMs: 2 * timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  };
}

/** Socket errors that end an attempt before a connection exists. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

const MESSAGES = {
  'not-connected': 'The Device Connectivity Service cannot be reached: no connection was made.',
  'connect-timeout': 'The Device Connectivity Service cannot be reached: connecting took too long.',
  timeout: 'The Device Connectivity Service did not answer in time.',
  broken: 'The connection to the Device Connectivity Service broke before its answer was complete.',
  aborted: 'The request was given up because the browser went away.',
} as const satisfies Partial<Record<FaultKind, string>>;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

function kindOf(error: unknown): keyof typeof MESSAGES {
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return 'not-connected';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  return 'broken';
}

function fault(kind: keyof typeof MESSAGES, cause: unknown): UpstreamFault {
  return new UpstreamFault(kind, MESSAGES[kind], { cause });
}

function tooLarge(maxBytes: number): UpstreamFault {
  return new UpstreamFault(
    'unusable',
    `The Device Connectivity Service's answer is larger than ${maxBytes / 1024 / 1024} MB.`,
  );
}

/** Takes an answer as it comes, without a stream in between. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #done: (answer: RawAnswer) => void;
  readonly #failed: (error: Error) => void;
  #controller: Dispatcher.DispatchController | null = null;
  /** Why the request was ended, if it was. */
  #ended: Error | null = null;
  #answer: Omit<RawAnswer, 'body'> | null = null;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, done: (answer: RawAnswer) => void, failed: (error: Error) => void) {
    this.#maxBytes = maxBytes;
    this.#done = done;
    this.#failed = failed;
  }

  /** Ends the request; one that has not begun is not sent. */
  end(why: Error): void {
    this.#ended = why;
    this.#controller?.abort(why);
    this.#failed(why);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended !== null) controller.abort(this.#ended);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // What is said before the answer itself.
    if (status < 200) return;
    this.#answer = {
      status,
      contentType: String(headers['content-type'] ?? ''),
      dateMs: answeredAt(headers),
      retryAfterS: retryAfterS(headers['retry-after']),
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#maxBytes) this.end(tooLarge(this.#maxBytes));
    else this.#parts.push(part);
  }

  onResponseEnd(): void {
    if (this.#answer === null) return this.#failed(new Error('an answer ended without a head'));
    const [first] = this.#parts;
    const body =
      this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    this.#done({ ...this.#answer, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#failed(error);
  }
}

/**
 * Sends one request, once, and reads its answer. Redirects are not followed.
 * @throws UpstreamFault when no complete answer came
 */
export async function exchange(
  dispatcher: Dispatcher,
  { signal, ...request }: ExchangeRequest,
  limits: ExchangeLimits,
): Promise<RawAnswer> {
  if (signal?.aborted === true) throw fault('aborted', signal.reason);
  let giveUp = () => {};
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<RawAnswer>((resolve, reject) => {
      const receiver = new Receiver(limits.maxBytes, resolve, reject);
      timer = setTimeout(() => {
        receiver.end(fault('timeout', null));
      }, limits.totalMs);
      giveUp = () => {
        receiver.end(fault('aborted', signal?.reason));
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const { headersMs: headersTimeout, bodyMs: bodyTimeout } = limits;
      dispatcher.dispatch({ ...request, headersTimeout, bodyTimeout }, receiver);
    });
  } catch (error) {
    throw error instanceof UpstreamFault ? error : fault(kindOf(error), error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
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
  limits: ExchangeLimits,
  connect: buildConnector.connector | { timeout: number } = { timeout: limits.connectMs },
): Promise<RawAnswer> {
  const client = new Client(origin, { connect, pipelining: 1 });
  let connected = false;
  client.once('connect', () => {
    connected = true;
  });
  try {
    return await exchange(client, request, limits);
  } catch (error) {
    if (connected || !(error instanceof UpstreamFault)) throw error;
    const isLate = error.kind === 'timeout' || error.kind === 'connect-timeout';
    throw fault(isLate ? 'connect-timeout' : 'not-connected', error.cause);
  } finally {
    await client.destroy(ENDED);
  }
}
