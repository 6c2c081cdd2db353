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
}

/** Bounds of one exchange, in milliseconds. */
export interface ExchangeLimits {
  connectMs: number;
  /** Until the answer begins, and for each further part. */
  partMs: number;
  totalMs: number;
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

/** The bounds that follow from the configured time-out. */
export function limitsOf(timeoutMs: number): ExchangeLimits {
  return { connectMs: Math.min(timeoutMs, 5000), partMs: timeoutMs, totalMs: 2 * timeoutMs };
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

function kindOf(error: Error): keyof typeof MESSAGES {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNREACHABLE.has(code)) return 'not-connected';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  return 'broken';
}

function fault(kind: keyof typeof MESSAGES, cause: unknown): UpstreamFault {
  return new UpstreamFault(kind, MESSAGES[kind], { cause });
}

function tooLarge(): UpstreamFault {
  const message = `The Device Connectivity Service's answer is larger than ${MAX_ANSWER_MB} MB.`;
  return new UpstreamFault('unusable', message);
}

/** Takes an answer as it comes, without a stream in between. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #done: (answer: RawAnswer) => void;
  readonly #failed: (fault: UpstreamFault) => void;
  readonly #signal: Ending | undefined;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  /** Why the request was ended, if it was. */
  #ended: UpstreamFault | null = null;
  #head: Omit<RawAnswer, 'body'> | null = null;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(
    done: (answer: RawAnswer) => void,
    failed: (fault: UpstreamFault) => void,
    totalMs: number,
    signal: Ending | undefined,
  ) {
    this.#done = done;
    this.#failed = failed;
    this.#signal = signal;
    this.#timer = setTimeout(this.#tooLate, totalMs);
    signal?.addEventListener('abort', this.#giveUp, { once: true });
  }

  readonly #tooLate = (): void => {
    this.#end(fault('timeout', null));
  };

  readonly #giveUp = (): void => {
    this.#end(fault('aborted', this.#signal?.reason));
  };

  /** Ends the request; one that has not begun is not sent. */
  #end(why: UpstreamFault): void {
    this.#ended = why;
    this.#controller?.abort(why);
    this.#fail(why);
  }

  #fail(why: UpstreamFault): void {
    this.#release();
    this.#failed(why);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#giveUp);
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
    this.#head = {
      status,
      contentType: String(headers['content-type'] ?? ''),
      dateMs: answeredAt(headers),
      retryAfterS: retryAfterS(headers['retry-after']),
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#size += part.length;
    if (this.#size > MAX_ANSWER_MB * 1024 * 1024) this.#end(tooLarge());
    else this.#parts.push(part);
  }

  onResponseEnd(): void {
    const head = this.#head;
    const parts = this.#parts;
    if (head === null) return this.#fail(fault('broken', 'an answer ended without a head'));
    this.#release();
    this.#done({ ...head, body: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error instanceof UpstreamFault ? error : fault(kindOf(error), error));
  }
}

/**
 * Sends one request, once, and reads its answer. Redirects are not followed.
 * @param signal ends it early
 * @throws UpstreamFault when no complete answer came
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  { partMs, totalMs }: ExchangeLimits,
  signal?: Ending,
): Promise<RawAnswer> {
  if (signal?.aborted === true) return Promise.reject(fault('aborted', signal.reason));
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = request;
    const whole = { method, path, headers, body, headersTimeout: partMs, bodyTimeout: partMs };
    dispatcher.dispatch(whole, new Receiver(resolve, reject, totalMs, signal));
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
