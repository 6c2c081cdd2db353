import {
  ENDPOINTS,
  type AnswerOf,
  type EndpointName,
  type EndpointShape,
} from '../../contract/endpoints.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import { fillPath, queryString, type QueryValues } from '../../contract/paths.ts';
import type { Dialect } from '../../contract/queries.ts';
import { TokenAnswer } from '../../contract/token.ts';
import { messageOf } from '../../lib/message-of.ts';
import { trusted } from '../../lib/trusted.ts';
import { Differs, NotTried, must, shown } from './outcome.ts';

/** Longest wait for an answer, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The part of a token's validity after which a new one is asked for. */
const RENEW_AFTER = 0.8;
/** Validity that is assumed where the answer does not tell it, in seconds. */
const ASSUMED_VALIDITY_S = 60;

/** One answer, as it came. */
export interface Answer {
  /** Method and address without the base, for the table. */
  asked: string;
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where the text is not JSON. */
  json: unknown;
}

/** A request; the token is the client's own unless another, or null for none, is given. */
export interface Ask {
  params?: Readonly<Record<string, string>>;
  query?: QueryValues;
  /** Query text in place of `query`, for values that no client would send. */
  rawQuery?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  text?: string;
  mediaType?: string;
  token?: string | null;
  authorization?: string;
  method?: string;
}

/** Where a deployment is and who asks it. */
export interface Access {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  dialect: Dialect;
}

/** Speaks to a deployment as any other client would: over HTTP, with what the contract says. */
export interface Client {
  readonly access: Access;
  ask(name: EndpointName, ask?: Ask): Promise<Answer>;
  /** Asks and reads the answer of a success; throws Differs for anything else. */
  read<N extends EndpointName>(name: N, ask?: Ask): Promise<AnswerOf<N>>;
  /** Any address. */
  fetch(address: string, init: RequestInit): Promise<Answer>;
  /** The token form with other fields; null leaves one out. */
  tokenForm(fields: Readonly<Record<string, string | null>>, init?: RequestInit): Promise<Answer>;
  /** A token that is good now. */
  token(): Promise<string>;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How often a request is repeated that came too soon after others. */
const MAX_REPEATS = 3;
/** Longest pause that a deployment may ask for, in seconds. */
const LONGEST_PAUSE_S = 60;

/**
 * Makes a client.
 * @param now milliseconds since the epoch; decides when a token is renewed
 * @param wait lets milliseconds pass, where the deployment answers 429
 */
export function makeClient(
  access: Access,
  now: () => number,
  wait: (ms: number) => Promise<void>,
): Client {
  let held: { token: string; renewAtMs: number } | null = null;

  const fetchAnswer = async (
    address: string,
    init: RequestInit,
    repeats = MAX_REPEATS,
  ): Promise<Answer> => {
    const asked = `${init.method ?? 'GET'} ${address.replace(access.baseUrl, '')}`;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(address, { redirect: 'manual', signal, ...init });
      const text = await answer.text();
      const pauseS = Number(answer.headers.get('retry-after') ?? '1');
      if (answer.status === 429 && repeats > 0 && pauseS <= LONGEST_PAUSE_S) {
        await wait(pauseS * 1000);
        return await fetchAnswer(address, init, repeats - 1);
      }
      return { asked, status: answer.status, headers: answer.headers, text, json: jsonOf(text) };
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new Differs(`${shown(asked)}: no answer (${messageOf(cause)})`);
    }
  };

  const tokenForm: Client['tokenForm'] = (fields, init = {}) => {
    const form = new URLSearchParams();
    const all = {
      grant_type: 'client_credentials',
      client_id: access.clientId,
      client_secret: access.clientSecret,
      scope: access.scope,
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) if (value !== null) form.set(name, value);
    return fetchAnswer(access.authUrl, {
      method: 'POST',
      body: form.toString(),
      ...init,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
  };

  const token = async (): Promise<string> => {
    if (held !== null && now() < held.renewAtMs) return held.token;
    const answer = await tokenForm({}).catch((error: unknown) => {
      throw new NotTried(`no token could be had: ${messageOf(error)}`);
    });
    const read = TokenAnswer.safeParse(answer.json);
    if (answer.status !== 200 || !read.success) {
      throw new NotTried(`no token could be had: the token endpoint answered ${answer.status}`);
    }
    const { access_token, expires_in } = read.data;
    const validityS = typeof expires_in === 'number' ? expires_in : ASSUMED_VALIDITY_S;
    held = { token: access_token, renewAtMs: now() + validityS * 1000 * RENEW_AFTER };
    return access_token;
  };

  const ask: Client['ask'] = async (name, given = {}) => {
    const endpoint = ENDPOINTS[name];
    const query = given.rawQuery ?? queryString(given.query ?? {}, access.dialect);
    const bearer = given.token === undefined ? await token() : given.token;
    const authorization = given.authorization ?? (bearer === null ? null : `Bearer ${bearer}`);
    const text = given.text ?? (given.body === undefined ? null : JSON.stringify(given.body));
    return fetchAnswer(access.baseUrl + fillPath(endpoint.path, given.params ?? {}) + query, {
      method: given.method ?? endpoint.method,
      headers: {
        accept: 'application/json',
        ...(authorization !== null && { authorization }),
        ...(text !== null && { 'content-type': given.mediaType ?? 'application/json' }),
      },
      ...(text !== null && { body: text }),
    });
  };

  return {
    access,
    ask,
    fetch: (address, init) => fetchAnswer(address, init),
    tokenForm,
    token,
    read: async (name, given) => {
      const endpoint: EndpointShape = ENDPOINTS[name];
      const answer = await ask(name, given);
      mustSucceed(answer);
      const read = endpoint.answer?.safeParse(answer.json);
      must(read?.success !== false, `${answer.asked}: ${shown(read?.error?.issues[0])}`);
      // Parsed with the schema of this very endpoint.
      return trusted(read?.data ?? null);
    },
  };
}

/** Throws Differs unless the status means success. */
export function mustSucceed(answer: Answer): void {
  must(answer.status >= 200 && answer.status < 300, saw(answer));
}

/** What came, in short. */
export function saw(answer: Answer): string {
  return `${shown(answer.asked)}: ${answer.status} ${shown(answer.text)}`;
}

/** Throws Differs unless the body is an error body with at least one error. Spec, "Errors" 1. */
export function mustHaveErrorBody(answer: Answer): void {
  const body = ErrorBody.safeParse(answer.json);
  must(body.success && (body.data.errors ?? []).length > 0, `no error body: ${saw(answer)}`);
}

/**
 * Throws Differs unless the request was refused with an error body. Spec, "Errors" 1.
 * @param statuses those that are taken; absent: any from 400 to 499
 */
export function mustBeRefused(answer: Answer, ...statuses: readonly number[]): void {
  const fits =
    statuses.length === 0
      ? answer.status >= 400 && answer.status < 500
      : statuses.includes(answer.status);
  must(fits, saw(answer));
  mustHaveErrorBody(answer);
}
