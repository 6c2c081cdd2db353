import type { IncomingHttpHeaders } from 'node:http';
import { CONSOLE_HEADER } from '../contract/console/headers.ts';
import { failure, type Failure } from './problems.ts';

const OURS = /^\/+(?:api|auth)(?:[/?#;\\]|$)/i;
/** A path of this server is plain segments: no escape, no dot, no empty segment, no trailing slash. */
const PLAIN = /^\/(?:api|auth)(?:\/[A-Za-z0-9-]{1,100})+$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** The path of a request target, not decoded. */
export function rawPath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** Whether a request target belongs to the API or to sign-in, in whichever spelling. */
export function isOurs(target: string): boolean {
  const path = rawPath(target);
  if (OURS.test(path)) return true;
  try {
    return OURS.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** An address without a route. */
const NOWHERE = '/api/-';

/**
 * A request target whose escapes can be decoded: itself, or an address that does not exist, so that it is
 * refused like every other unknown address.
 */
export function readableTarget(target: string): string {
  if (!target.includes('%')) return target;
  try {
    decodeURIComponent(rawPath(target));
    return target;
  } catch {
    return NOWHERE;
  }
}

/** Whether a path of this server is spelled plainly; any other spelling does not exist. */
export function isPlain(target: string): boolean {
  return !target.includes('#') && PLAIN.test(rawPath(target));
}

/** The parts of a request that the guard checks. */
export interface Guarded {
  method: string;
  /** Request target, not decoded. */
  target: string;
  headers: IncomingHttpHeaders;
}

/**
 * Decides whether a request to a path of this server may come from the requesting page. A foreign page can
 * set neither the static header nor the headers that browsers add.
 * @param isOwnOrigin whether an origin is the console's own
 * @returns the refusal, or null
 */
export function crossSiteRefusal(
  request: Guarded,
  isOwnOrigin: (origin: string) => boolean,
): Failure | null {
  const { headers } = request;
  const unsafe = !SAFE_METHODS.has(request.method);
  const refuse = (message: string) => failure(403, 'cross_site', message);
  const api = rawPath(request.target).startsWith('/api/');
  if ((api || unsafe) && headers[CONSOLE_HEADER.name.toLowerCase()] !== CONSOLE_HEADER.value) {
    return refuse(`The header ${CONSOLE_HEADER.name}: ${CONSOLE_HEADER.value} is missing.`);
  }
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') {
    return refuse('The request comes from another site.');
  }
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin)) {
    return refuse('The request comes from another origin.');
  }
  if (unsafe && headers.origin === undefined && site === undefined) {
    return refuse('The request has neither Origin nor Sec-Fetch-Site.');
  }
  return null;
}
