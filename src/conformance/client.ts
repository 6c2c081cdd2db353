import {
  ENDPOINTS,
  type AnswerOf,
  type EndpointName,
  type EndpointShape,
} from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { queryString, type QueryValues } from '../contract/query-string.ts';
import type { Dialect } from '../contract/queries.ts';
import { TokenAnswer } from '../contract/token.ts';
import { messageOf } from '../lib/message-of.ts';
import { trusted } from '../lib/trusted.ts';
import { type Answer, mustSucceed } from './answers.ts';
import { Differs, NotTried, shown } from './outcome.ts';
import { type Secrets, makeSecrets } from './secrets.ts';

/** Maximum wait for an answer, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The share of a token's validity after which a new one is requested. */
const RENEW_AFTER = 0.8;
/** Assumed validity if the answer has none, in seconds. */
const ASSUMED_VALIDITY_S = 60;

/** A request; it uses the client's own token unless it has another one, or null for none. */
export interface Ask {
  params?: Readonly<Record<string, string>>;
  query?: QueryValues;
  /** Query text instead of `query`, for values that no client would send. */
  rawQuery?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  text?: string;
  mediaType?: string;
  token?: string | null;
  authorization?: string;
  method?: string;
}

/** Address and credentials of a deployment. */
export interface Access {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  dialect: Dialect;
}

/** Talks to a deployment like any other client: over HTTP, by the contract. */
export interface Client {
  readonly access: Access;
  ask(name: EndpointName, ask?: Ask): Promise<Answer>;
  /** Sends a request and parses a successful answer; throws Differs otherwise. */
  read<N extends EndpointName>(name: N, ask?: Ask): Promise<AnswerOf<N>>;
  /** Any address, without credentials. */
  fetch(address: string): Promise<Answer>;
  /**
   * A GET with the token, of an address from the deployment's answers. Throws NotTried without a
   * request if it has another origin than the deployment.
   * @param address absolute, or relative to the base address
   */
  follow(address: string): Promise<Answer>;
  /** The token form with changed fields; null omits one. */
  tokenForm(fields: Readonly<Record<string, string | null>>, init?: RequestInit): Promise<Answer>;
  /** A valid token. */
  token(): Promise<string>;
  /** Texts that must not be printed. */
  readonly secrets: Secrets;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Number of retries of a request that was rate-limited. */
const MAX_REPEATS = 3;
/** Longest pause that a deployment may request, in seconds. */
const LONGEST_PAUSE_S = 60;

/**
 * Makes a client.
 * @param now milliseconds since the epoch; decides when a token is renewed
 * @param wait waits some milliseconds, if the deployment answers 429
 */
export function makeClient(
  access: Access,
  now: () => number,
  wait: (ms: number) => Promise<void>,
): Client {
  let held: { token: string; renewAtMs: number } | null = null;
  const secrets = makeSecrets();
  const { clientId, clientSecret } = access;
  secrets.learn(clientSecret);
  secrets.learn(Buffer.from(`${clientId}:${clientSecret}`).toString('base64'));

  // Redirects are answers like any other: following one would leak the token.
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
      throw new Differs(`${shown(asked)}: no answer (${messageOf(cause)})`, { root: 'no answer' });
    }
  };

  const tokenForm: Client['tokenForm'] = async (fields, init = {}) => {
    const form = new URLSearchParams();
    const all = {
      grant_type: 'client_credentials',
      client_id: access.clientId,
      client_secret: access.clientSecret,
      scope: access.scope,
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) if (value !== null) form.set(name, value);
    const answer = await fetchAnswer(access.authUrl, {
      method: 'POST',
      body: form.toString(),
      ...init,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
    secrets.learnFrom(answer.text, answer.json);
    return answer;
  };

  const token = async (): Promise<string> => {
    if (held !== null && now() < held.renewAtMs) return held.token;
    const answer = await tokenForm({}).catch((error: unknown) => {
      throw new NotTried(`no token could be obtained: ${messageOf(error)}`);
    });
    const read = TokenAnswer.safeParse(answer.json);
    if (answer.status !== 200 || !read.success) {
      throw new NotTried(
        `no token could be obtained: the token endpoint answered ${answer.status}`,
      );
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
    fetch: (address) => fetchAnswer(address, {}),
    follow: async (address) => {
      const { origin } = new URL(access.baseUrl);
      const base = `${access.baseUrl}/`;
      if (!URL.canParse(address, base)) throw new NotTried(`${shown(address)} is not an address`);
      const to = new URL(address, base);
      if (to.origin !== origin || to.username + to.password !== '') {
        throw new NotTried(`it leads to ${shown(to.origin)}, and the token is not sent there`);
      }
      const headers = { accept: 'application/json', authorization: `Bearer ${await token()}` };
      return fetchAnswer(to.href, { headers });
    },
    tokenForm,
    token,
    secrets,
    read: readWith(ask),
  };
}

/** Parses answers on top of a request function. */
export function readWith(ask: Client['ask']): Client['read'] {
  return async (name, given) => {
    const answer = await ask(name, given);
    mustSucceed(answer, name);
    return parsed(name, answer);
  };
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  let value = json;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === String(step))?.[1];
  }
  return value;
}

/**
 * Parses an answer. Throws Differs if it does not match; an absent field is not a fault, since only
 * those of a Location are documented as required.
 */
export function parsed<N extends EndpointName>(name: N, answer: Answer): AnswerOf<N> {
  const endpoint: EndpointShape = ENDPOINTS[name];
  const read = endpoint.answer?.safeParse(answer.json);
  if (read?.success === false) {
    const [issue] = read.error.issues;
    const path = issue?.path ?? [];
    const allowed =
      path.length > 0 && !/Location/.test(name) && (valueAt(answer.json, path) ?? null) === null;
    // Rows differ in their number, not in their fault.
    const where = path.map((step) => (typeof step === 'number' ? '*' : String(step))).join('.');
    const seen = answer.json === undefined ? 'no JSON' : shown(issue);
    const root = `${name}: ${where} ${issue?.code}`;
    throw new Differs(`${shown(answer.asked)}: ${seen}`, { allowed, root });
  }
  // Parsed with the schema of this endpoint.
  return trusted(read?.data ?? null);
}
