import type { EndpointName, ParamsOf, BodyOf, AnswerOf } from '../../contract/endpoints.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { Problem } from '../../contract/console/problem.ts';
import type { ConsoleRouteName } from '../../contract/console/routes.ts';
import {
  BACKGROUND_HEADER,
  CONSOLE_HEADER,
  CONSOLE_ROUTES,
  PROXY_PREFIX,
} from '../../contract/console/routes.ts';
import type { QueryValues } from '../../contract/paths.ts';
import { fillPath, queryString } from '../../contract/paths.ts';
import type { z } from '../../contract/zod.ts';
import { messageOf } from '../../lib/message-of.ts';
import { trusted } from '../../lib/trusted.ts';
import { askingFor } from './attention.ts';
import { noteReached, noteUnreachable } from './reachability.ts';

/**
 * Why a call failed. `problem`: the server answered a failure it explains. `network`: no answer came,
 * so whether the request arrived is not known. `unreadable`: an answer came that is not as agreed.
 */
export type FailureKind = 'problem' | 'network' | 'unreadable';

/** The failure of a call to the console's server. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: FailureKind;
  /** HTTP status, or null where no answer came. */
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

interface CallOptions {
  params?: Readonly<Record<string, string>>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

type ConsoleAnswer<N extends ConsoleRouteName> =
  (typeof CONSOLE_ROUTES)[N]['answer'] extends z.ZodType
    ? z.infer<(typeof CONSOLE_ROUTES)[N]['answer']>
    : null;

/**
 * Calls one of the console's own routes.
 * @param query values that are sent under their own names; undefined ones are left out
 * @returns the parsed answer, or null where the route answers no body
 * @throws ApiError, or the signal's reason when it was aborted
 */
export async function callConsole<N extends ConsoleRouteName>(
  name: N,
  options: CallOptions & {
    query?: Readonly<Record<string, string | number | undefined>>;
  } = {},
): Promise<ConsoleAnswer<N>> {
  const route = CONSOLE_ROUTES[name];
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  const text = query.toString();
  const url = fillPath(route.path, options.params ?? {}) + (text === '' ? '' : `?${text}`);
  const answer = await request(route.method, url, options);
  // Parsed with the schema that the type is inferred from; null where there is none.
  return trusted<ConsoleAnswer<N>>(parseAnswer(route.answer, answer));
}

/**
 * Calls an endpoint of the Device Connectivity Service through the console's server.
 * @param query by this project's names; the server translates them for the deployment
 * @returns the parsed answer, or null where its body is not shown
 * @throws ApiError, or the signal's reason when it was aborted
 */
export async function callService<N extends EndpointName>(
  name: N,
  options: CallOptions & { params: ParamsOf<N>; query?: QueryValues; body?: BodyOf<N> },
): Promise<AnswerOf<N>> {
  const endpoint = ENDPOINTS[name];
  const path = fillPath(endpoint.path, options.params);
  const url = PROXY_PREFIX + path + queryString(options.query ?? {});
  const answer = await request(endpoint.method, url, options);
  // Parsed with the schema that the type is inferred from; null where there is none.
  return trusted<AnswerOf<N>>(parseAnswer(endpoint.answer, answer));
}

interface RawAnswer {
  status: number;
  text: string;
}

/** Sends a request with the console's headers, among them the one that marks background reads. */
export function send(
  method: string,
  url: string,
  { body, headers, signal }: CallOptions,
  asking = askingFor(method, url),
): Promise<Response> {
  const sent = new Headers({ Accept: 'application/json', ...headers });
  sent.set(CONSOLE_HEADER.name, CONSOLE_HEADER.value);
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

async function request(method: string, url: string, options: CallOptions): Promise<RawAnswer> {
  const asking = askingFor(method, url);
  let status: number;
  let text: string;
  try {
    const response = await send(method, url, options, asking);
    status = response.status;
    text = await response.text();
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown;
    noteUnreachable();
    throw new ApiError('network', messageOf(thrown));
  }
  noteReached();
  asking.answered();
  if (status >= 200 && status < 300) return { status, text };
  const problem = Problem.safeParse(readJson(text));
  if (problem.success) {
    throw new ApiError('problem', problem.data.code, status, problem.data);
  }
  throw new ApiError('unreadable', `Status ${status} without an explanation`, status);
}

/** An empty or broken body becomes undefined, which no schema of an answer accepts. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseAnswer(schema: z.ZodType | null, { status, text }: RawAnswer): unknown {
  if (schema === null) return null;
  const parsed = schema.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? '' : ` at ${issue.path.join('.') || 'its top'}`;
  throw new ApiError('unreadable', `The answer is not as agreed${where}`, status);
}
