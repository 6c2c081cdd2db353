import type { RouteShape } from '../../contract/endpoints.ts';
import { Problem } from '../../contract/console/problem.ts';
import {
  BACKGROUND_HEADER,
  CONSOLE_HEADER,
  LEFT_OUT_HEADER,
  OPERATOR_HEADER,
} from '../../contract/console/headers.ts';
import { fillPath } from '../../contract/paths.ts';
import type { z } from '../../contract/zod.ts';
import { messageOf } from '../../lib/message-of.ts';
import { trusted } from '../../lib/trusted.ts';
import { askingFor } from './attention.ts';
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

  constructor(
    kind: FailureKind,
    message: string,
    status: number | null = null,
    problem: Problem | null = null,
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
  }
}

/** Whether a failure means that the item does not exist. */
export function isNotFound(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.status === 404;
}

/** Whether a failure means that no operator is signed in. */
export function isSignedOut(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.problem?.code === 'not_signed_in';
}

/** Whether the server refused because another operator has signed in since the page was opened. */
export function isAnotherOperator(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.problem?.code === 'another_operator';
}

/** Reads are retried once if that can help; refusals are not. */
export function shouldRetryRead(failures: number, thrown: unknown): boolean {
  if (failures >= 1 || !(thrown instanceof ApiError)) return false;
  return thrown.kind === 'network' || (thrown.status !== null && thrown.status >= 502);
}

/** Delay before a read is tried again, in milliseconds. */
export const RETRY_DELAY_MS = 600;

export interface CallOptions {
  params?: Readonly<Record<string, string>>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The answer type of a route by its schema; null if it has no body. */
export type AnswerBy<R extends RouteShape> = R['answer'] extends z.ZodType
  ? z.infer<R['answer']>
  : null;

/**
 * Calls one of the console's own routes.
 * @param route from the table of its area: a page loads only the schemas of what it calls
 * @param query values sent under their own names, except undefined ones
 * @returns the parsed answer, or null if the route has no body
 * @throws ApiError, or the signal's reason if it was aborted
 */
export async function callConsole<R extends RouteShape>(
  route: R,
  options: CallOptions & {
    query?: Readonly<Record<string, string | number | undefined>>;
  } = {},
): Promise<AnswerBy<R>> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  const text = query.toString();
  const url = fillPath(route.path, options.params ?? {}) + (text === '' ? '' : `?${text}`);
  const answer = await request(route.method, url, options);
  // Parsed with the schema that the type is inferred from; null where there is none.
  return trusted<AnswerBy<R>>(parseAnswer(route.answer, answer));
}

interface RawAnswer {
  status: number;
  text: string;
  /** What the server left out of a list, in a sentence; null if nothing. */
  leftOut: string | null;
}

/** Sends a request with the console's headers: among them whom the page shows, and whether it is a background read. */
export function send(
  method: string,
  url: string,
  { body, headers, signal }: CallOptions,
  asking = askingFor(method, url),
): Promise<Response> {
  const sent = new Headers({ Accept: 'application/json', ...headers });
  sent.set(CONSOLE_HEADER.name, CONSOLE_HEADER.value);
  const operator = pageOperator();
  if (operator !== null) sent.set(OPERATOR_HEADER, operator.id);
  if (asking.background) sent.set(BACKGROUND_HEADER.name, BACKGROUND_HEADER.value);
  if (body !== undefined) sent.set('Content-Type', 'application/json');
  return fetch(url, {
    method,
    headers: sent,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
}

export async function request(
  method: string,
  url: string,
  options: CallOptions,
): Promise<RawAnswer> {
  const asking = askingFor(method, url);
  let status: number;
  let text: string;
  let leftOut: string | null;
  try {
    const response = await send(method, url, options, asking);
    status = response.status;
    text = await response.text();
    const header = response.headers.get(LEFT_OUT_HEADER);
    leftOut = header === null ? null : decodeURIComponent(header);
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown;
    noteUnreachable();
    throw new ApiError('network', messageOf(thrown));
  }
  noteReached();
  asking.answered();
  if (status >= 200 && status < 300) return { status, text, leftOut };
  const problem = Problem.safeParse(readJson(text));
  if (problem.success) {
    throw new ApiError('problem', problem.data.code, status, problem.data);
  }
  throw new ApiError('unreadable', `Status ${status} without an explanation`, status);
}

/** An empty or broken body becomes undefined, which no answer schema accepts. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function parseAnswer(
  schema: z.ZodType | null,
  { status, text }: Pick<RawAnswer, 'status' | 'text'>,
): unknown {
  if (schema === null) return null;
  const parsed = schema.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? '' : ` at ${issue.path.join('.') || 'its top'}`;
  throw new ApiError('unreadable', `The answer is invalid${where}`, status);
}
