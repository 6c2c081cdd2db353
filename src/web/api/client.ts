import type { RouteShape } from '../../contract/route.ts';
import { Problem } from '../../contract/console/problem.ts';
import {
  BACKGROUND_HEADER,
  CONSOLE_HEADER,
  OPERATOR_HEADER,
  isOfService,
  proxied,
} from '../../contract/console/headers.ts';
import { CACHE_CONTROL, STALE_HEADER, Stale } from '../../contract/console/stale.ts';
import { fillPath } from '../../contract/paths.ts';
import type { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { readUsable } from '../../domain/left-out-items.ts';
import { readJson } from '../../lib/read-json.ts';
import { messageOf } from '../../lib/message-of.ts';
import { trusted } from '../../lib/trusted.ts';
import { askingFor } from './attention.ts';
import { BASE } from './base.ts';
import { pageOperator } from './page-operator.ts';
import { noteReached, noteUnreachable } from './reachability.ts';

/**
 * Why a call failed. `problem`: the server answered with a problem. `network`: no answer came, so the request
 * may or may not have arrived. `unreadable`: the answer breaks the contract.
 */
export type FailureKind = 'problem' | 'network' | 'unreadable';

/** The failure of a call to the console's server. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: FailureKind;
  /** HTTP status, or null if no answer came. */
  readonly status: number | null;
  readonly problem: Problem | null;
  /** Whether it is the Service's answer that cannot be read. */
  readonly isByService: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    status: number | null = null,
    problem: Problem | null = null,
    isByService = false,
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
    this.isByService = isByService;
  }
}

/** Whether a failure means that the item does not exist. */
export function isNotFound(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.status === 404;
}

/** Whether the server refused with a problem of this code. */
const hasCode = (code: string) => (thrown: unknown) =>
  thrown instanceof ApiError && thrown.problem?.code === code;

/** Whether a failure means that no operator is signed in. */
export const isSignedOut = hasCode('not_signed_in');
/** Whether another operator has signed in since the page was opened. */
export const isAnotherOperator = hasCode('another_operator');
/** Whether a link was not used because somebody is signed in. */
export const isSignedInAlready = hasCode('signed_in');
/** Whether a failed sign-out ended the session here, but could not be stored. */
export const isSignedOutUnstored = hasCode('sign_out_not_stored');
/**
 * Whether the server wants the password again, or a new sign-in at the identity provider, before it does something.
 * It has done nothing yet.
 */
export const isUnconfirmed = hasCode('confirm_identity');

/** Reads are retried once if that can help; refusals are not. */
export function shouldRetryRead(failures: number, thrown: unknown): boolean {
  if (failures >= 1 || !(thrown instanceof ApiError)) return false;
  return thrown.kind === 'network' || (thrown.status !== null && thrown.status >= 502);
}

/** Delay before a read is tried again, in milliseconds. */
export const RETRY_DELAY_MS = 600;

/**
 * Which answers of the Service a read takes. `live`: only what it answers now; `if-error`: what it said last if it
 * fails; `at-once`: that without asking it, if there is any.
 */
export type Freshness = 'live' | 'if-error' | 'at-once';

const CACHE_HEADERS: Readonly<Record<Freshness, Readonly<Record<string, string>>>> = {
  live: { 'Cache-Control': CACHE_CONTROL.live },
  'if-error': {},
  'at-once': { 'Cache-Control': CACHE_CONTROL.maxStale },
};

/** What an answer of the Service comes with. */
export interface AnswerNote {
  /** What of a list could not be used, in a sentence; null: nothing. */
  leftOut: string | null;
  /** Of what the Service said last; null: it answered now. */
  stale: StaleNote | null;
}

/** How old an answer is that is not the Service's of now. */
interface StaleNote {
  /** When it was read, ISO 8601. */
  readAt: string;
  /** Why the Service did not answer; null: it was not asked yet. */
  error: ApiError | null;
  /** Whether something was sent since that changed it, or may have. */
  beforeChange: boolean;
}

/** What a request carries besides its address. */
interface Sent {
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

type Some<Values> = string extends keyof Values ? false : keyof Values extends never ? false : true;

/** What a call of a route needs: its path parameters and its body, and what is asked for in its query. */
export type InputOf<R extends RouteShape> = {
  readonly query?: {
    readonly [N in keyof z.infer<R['query']>]?: z.infer<R['query']>[N] | undefined;
  };
  readonly headers?: Readonly<Record<string, string>>;
} & (Some<z.infer<R['params']>> extends true
  ? { readonly params: z.infer<R['params']> }
  : { readonly params?: undefined }) &
  (R['body'] extends z.ZodType
    ? { readonly body: z.input<R['body']> }
    : { readonly body?: undefined });

/** The answer of a route by its schema; null if it has no body. */
export type AnswerBy<R extends RouteShape> = R['answer'] extends z.ZodType
  ? z.infer<R['answer']>
  : null;

/** The input as an argument, which may be left out where nothing has to be given. */
export type Given<R extends RouteShape> =
  object extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>];

/** The input of any route. */
export interface AnyInput extends Sent {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/** Path and query of a route: the interface's own paths go through the console's server. */
export function addressOf({ path }: RouteShape, { params, query }: AnyInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return fillPath(proxied(path), params ?? {}) + (text === '' ? '' : `?${text}`);
}

/**
 * Calls a route, with what its answer comes with.
 * @param takes which answers of the Service a read takes; the console's own are always of now
 */
export async function callNoted<R extends RouteShape>(
  route: R,
  input: AnyInput,
  takes: Freshness = 'live',
): Promise<{ data: AnswerBy<R>; note: AnswerNote }> {
  const isService = route.method === 'GET' && isOfService(route.path);
  const headers = { ...(isService ? CACHE_HEADERS[takes] : {}), ...input.headers };
  const answer = await requestOnce(route.method, addressOf(route, input), { ...input, headers });
  const { data, leftOut } = parseAnswer(route.answer, answer, isService);
  // Parsed with the schema that the type is inferred from; null where there is none.
  return { data: trusted<AnswerBy<R>>(data), note: { leftOut, stale: answer.stale } };
}

/** The same as `call`, with an input that was typed before. */
export async function callWith<R extends RouteShape>(
  route: R,
  input: AnyInput,
): Promise<AnswerBy<R>> {
  return (await callNoted(route, input)).data;
}

/** The parts of a typed input. */
export function plain(input: object | null | undefined): AnyInput {
  // The input of each route has these parts, some of them with narrower types.
  return trusted<AnyInput>(input ?? {});
}

/**
 * Calls a route of the console, or an endpoint of the Device Connectivity Service through it.
 * @param route from the table of its area
 * @param input its parameters, query and body
 * @returns the parsed answer, or null if the route has no body
 * @throws ApiError
 */
export function call<R extends RouteShape>(route: R, ...[input]: Given<R>): Promise<AnswerBy<R>> {
  return callWith(route, plain(input));
}

interface RawAnswer {
  status: number;
  text: string;
  stale: StaleNote | null;
}

/** What the headers of an answer say of its age. */
function staleOf(headers: Headers): StaleNote | null {
  const header = headers.get(STALE_HEADER);
  if (header === null) return null;
  const told = Stale.safeParse(readJson(decodeURIComponent(header)));
  const readAt = Date.parse(headers.get('Last-Modified') ?? '');
  if (!told.success || Number.isNaN(readAt)) {
    throw new ApiError('unreadable', 'The age of the answer is not told');
  }
  const { reason, beforeChange } = told.data;
  const error = reason && new ApiError('problem', reason.code, null, reason);
  return { readAt: isoInstant(readAt), error, beforeChange };
}

/** Sends a request with the console's headers: among them whom the page shows, and whether it is a background read. */
export function send(
  method: string,
  url: string,
  { body, headers, signal }: Sent,
  asking = askingFor(method, url),
): Promise<Response> {
  const sent = new Headers({ Accept: 'application/json', ...headers });
  sent.set(CONSOLE_HEADER.name, CONSOLE_HEADER.value);
  const operator = pageOperator();
  if (operator !== null) sent.set(OPERATOR_HEADER, operator.id);
  if (asking.background) sent.set(BACKGROUND_HEADER.name, BACKGROUND_HEADER.value);
  if (body !== undefined) sent.set('Content-Type', 'application/json');
  return fetch(BASE + url, {
    method,
    headers: sent,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** Changes on their way, by what they ask for. */
const onTheirWay = new Map<string, Promise<RawAnswer>>();

/** A change that is asked for again while it is on its way, as by a double click, is sent once. */
function requestOnce(method: string, url: string, options: Sent): Promise<RawAnswer> {
  if (method === 'GET' || options.signal !== undefined) return request(method, url, options);
  const key = JSON.stringify([method, url, options.body, options.headers]);
  const sent =
    onTheirWay.get(key) ??
    request(method, url, options).finally(() => {
      onTheirWay.delete(key);
    });
  onTheirWay.set(key, sent);
  return sent;
}

async function request(method: string, url: string, options: Sent): Promise<RawAnswer> {
  const asking = askingFor(method, url);
  let status: number;
  let text: string;
  let headers: Headers;
  try {
    const response = await send(method, url, options, asking);
    status = response.status;
    text = await response.text();
    ({ headers } = response);
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown;
    noteUnreachable();
    throw new ApiError('network', messageOf(thrown));
  }
  noteReached();
  asking.answered();
  if (status >= 200 && status < 300) return { status, text, stale: staleOf(headers) };
  throw refusalOf(status, text);
}

/** What the server said instead of answering. */
export function refusalOf(status: number, text: string): ApiError {
  const problem = Problem.safeParse(readJson(text));
  return problem.success
    ? new ApiError('problem', problem.data.code, status, problem.data)
    : new ApiError('unreadable', `Status ${status} without an explanation`, status);
}

/**
 * Reads an answer by its schema.
 * @param isService whether it is the Service's: its lists may have items that cannot be used
 * @returns it, and what was left out, in a sentence, or null
 */
function parseAnswer(
  schema: z.ZodType | null,
  { status, text }: Pick<RawAnswer, 'status' | 'text'>,
  isService: boolean,
): { data: unknown; leftOut: string | null } {
  if (schema === null) return { data: null, leftOut: null };
  const read = readUsable(schema, readJson(text));
  if ('data' in read && (isService || read.leftOut === null)) return read;
  const wrong = 'wrong' in read ? read.wrong : 'its items';
  const message = `The answer is invalid at ${wrong || 'its top'}`;
  throw new ApiError('unreadable', message, status, null, isService);
}
