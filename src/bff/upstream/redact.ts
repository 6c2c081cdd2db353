import { ErrorBody, type ErrorItem } from '../../contract/error-body.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { readJson } from '../../lib/read-json.ts';
import type { UpstreamSettings } from './settings.ts';

const HIDDEN = '[hidden]';
const MAX_ITEMS = 20;
const MAX_LENGTH = 1000;
/** Shorter values would match ordinary words. */
const MIN_SECRET = 3;
/** The same, in answers: their ordinary words are many. */
const MIN_LEAK = 8;

const TOKEN_LIKE = /eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g;
const BEARER = /\bbearer\s+[\w.~+/=-]{8,}/gi;
// Line and paragraph separators break log lines; direction marks hide what a text says.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Removes from a text what must not reach a browser or a log. */
export type Redact = (text: string) => string;

/**
 * Drops a loopback address without its port: it reveals nothing about the Service, and clients have it too. A name
 * without a dot, as in a container network, is an ordinary word unless it stands as an address.
 */
function addressesOf(address: string): string[] {
  const url = new URL(address);
  const spelled = [address, address.replace(/\/+$/, ''), url.origin];
  const names = [url.host, url.hostname].filter((name) => !isLoopback(name));
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const asAddress = (name: string) => [`//${name}`, `${name}:${port}`, `ENOTFOUND ${name}`];
  return [...spelled, ...names.flatMap((name) => (/[.:]/.test(name) ? [name] : asAddress(name)))];
}

/** Patterns of texts, each also as it stands in an address. */
function patternOf(texts: readonly string[]): RegExp {
  const all = [...texts, ...texts.map((text) => encodeURIComponent(text))];
  const hidden = [...new Set(all)]
    .filter((text) => text.length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  // Without a text it matches nothing.
  return new RegExp(hidden.join('|') || '(?!)', 'gi');
}

/** Tokens, the newest last; a list that grows. */
type Tokens = readonly string[];
type Secrets = Pick<UpstreamSettings, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret'>;

const allAddresses = ({ baseUrl, authUrl }: Secrets): string[] =>
  [baseUrl, authUrl].flatMap(addressesOf);

/**
 * Creates the function that hides addresses and credentials of the Service, and anything like a token.
 * @param tokens those used lately
 */
export function createRedact(settings: Secrets, tokens: Tokens = []): Redact {
  const { clientId, clientSecret } = settings;
  const pattern = patternOf([...allAddresses(settings), clientId, clientSecret]);
  return (text) =>
    tokens
      .filter((token) => token.length >= MIN_LEAK)
      .reduce((shown, token) => shown.replaceAll(token, HIDDEN), text)
      .replace(TOKEN_LIKE, HIDDEN)
      .replace(BEARER, HIDDEN)
      .replace(pattern, HIDDEN);
}

/**
 * Creates the check of answers that are passed on. It looks for less than `createRedact`: a client id or a short
 * secret may be an ordinary word, and what an answer holds cannot be hidden, only refused as a whole.
 * @param tokens those used lately
 * @returns whether a text holds an address of the Service, its secret, or a token
 */
export function createLeakCheck(settings: Secrets, tokens: Tokens): (text: string) => boolean {
  const all = allAddresses(settings);
  // The shortest are enough: each longer one holds one of them.
  const least = all.filter((text) => !all.some((other) => other !== text && text.includes(other)));
  const pattern = new RegExp(patternOf(least).source, 'i');
  const holds = (text: string, secret: string) =>
    secret.length >= MIN_LEAK && text.includes(secret);
  const { clientSecret: secret } = settings;
  // As it stands in JSON, and in the bytes of an answer.
  const quoted = JSON.stringify(secret).slice(1, -1);
  const secrets = [secret, quoted].flatMap((text) => [text, Buffer.from(text).toString('latin1')]);
  const forms = [...new Set(secrets)];
  return (text) =>
    [...tokens, ...forms].some((each) => holds(text, each)) ||
    (text.includes('eyJ') && text.search(TOKEN_LIKE) !== -1) ||
    pattern.test(text);
}

/** A text of the Service made safe to show: redacted, on one line, of bounded length. */
export function showable(text: string, redact: Redact): string {
  const clean = redact(text.slice(0, 10 * MAX_LENGTH))
    .replace(UNPRINTABLE, ' ')
    .trim();
  return clean.length <= MAX_LENGTH ? clean : `${clean.slice(0, MAX_LENGTH)}…`;
}

/**
 * The Service's own messages in the body of a failure.
 * @param body the body's text; anything but the interface's error body has none
 * @returns its items, made safe to show
 */
export function errorsOfFailure(body: string, redact: Redact): ErrorItem[] {
  const parsed = ErrorBody.safeParse(readJson(body));
  const clean = (text: string | null) => (text === null ? null : showable(text, redact));
  return (parsed.data?.errors ?? [])
    .slice(0, MAX_ITEMS)
    .map((item) => ({
      code: clean(item.code),
      description: clean(item.description),
      message: clean(item.message),
    }))
    .filter((item) => Object.values(item).some((text) => text !== null && text !== ''));
}
