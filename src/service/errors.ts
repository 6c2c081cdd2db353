import type { ErrorItem } from '../contract/error-body.ts';

/**
 * Every way in which a request can fail: status, code and description. The specification shows the
 * error body but neither codes nor statuses ("Errors", 2-5), so they are decided here only.
 */
export const FAILURES = {
  malformed: [400, 'InvalidRequest', 'The request is malformed.'],
  invalidPath: [400, 'InvalidPath', 'The path holds an identifier that is not valid.'],
  invalidQuery: [400, 'InvalidQuery', 'A query parameter is not valid.'],
  invalidBody: [400, 'InvalidBody', 'The request body is not valid.'],
  invalidToken: [400, 'InvalidContinuationToken', 'The continuation token is not valid.'],
  notCompatible: [400, 'NotCompatible', 'The Entity does not allow this change.'],
  unauthorized: [401, 'Unauthorized', 'A valid bearer token is required.'],
  forbidden: [403, 'Forbidden', 'The resource belongs to another organisation.'],
  notFound: [404, 'NotFound', 'The resource does not exist.'],
  noRoute: [404, 'NotFound', 'The service has no such path.'],
  wrongMethod: [405, 'MethodNotAllowed', 'The path does not take this method.'],
  conflict: [409, 'Conflict', 'The resource is in a state that does not allow this.'],
  tooLarge: [413, 'PayloadTooLarge', 'The request body is too large.'],
  mediaType: [415, 'UnsupportedMediaType', 'The media type of the request body is not accepted.'],
  tooMany: [429, 'TooManyRequests', 'The client makes more requests than it may.'],
  internal: [500, 'InternalError', 'The service failed to process the request.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type FailureKind = keyof typeof FAILURES;

/** A failure that is answered with the error body of the specification. */
export class ServiceFailure extends Error {
  readonly kind: FailureKind;
  readonly details: readonly string[];

  /**
   * | @param kind which failure
   * @param details what is wrong with this request, one line per fault
   */
  constructor(kind: FailureKind, ...details: readonly string[]) {
    super(`${kind}: ${details.join('; ')}`);
    this.kind = kind;
    this.details = details;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return FAILURES[this.kind][0];
  }

  /** The error body: one item for each detail. Spec, "Error body". */
  get body(): { errors: ErrorItem[] } {
    const [, code, description] = FAILURES[this.kind];
    return { errors: this.details.map((message) => ({ code, description, message })) };
  }
}

/** A request beyond the rate of its client. */
export class TooManyRequests extends ServiceFailure {
  /** Whole seconds after which to try again, for Retry-After. */
  readonly retryAfterS: number;

  /**
   * | @param perSecond the client's limit
   * @param waitS seconds until it may make a request again
   */
  constructor(perSecond: number, waitS: number) {
    const retryAfterS = Math.max(1, Math.ceil(waitS));
    super('tooMany', `At most ${perSecond} requests a second; try again in ${retryAfterS} s.`);
    this.retryAfterS = retryAfterS;
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A JSON path as text, for example `[3].triggerTime` or `data.end`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

/** The failure for input that does not match its schema; each message names the field. */
export function failureOf(
  kind: 'invalidPath' | 'invalidQuery' | 'invalidBody',
  issues: readonly Issue[],
): ServiceFailure {
  const where = { invalidPath: 'path', invalidQuery: 'query', invalidBody: 'body' }[kind];
  return new ServiceFailure(
    kind,
    ...issues.slice(0, 20).map((issue) => `${pathText(issue.path) || where}: ${issue.message}`),
  );
}

const BY_STATUS: Readonly<Record<number, [FailureKind, string]>> = {
  400: ['malformed', 'The request could not be parsed.'],
  404: ['noRoute', 'The service has no such path.'],
  413: ['tooLarge', 'The request body is larger than 1 MiB.'],
  414: ['malformed', 'The address is too long.'],
  415: ['mediaType', 'Send application/json, text/json or application/*+json.'],
};

/**
 * Any thrown value as a failure. Refusals by the web framework keep their meaning; anything else is
 * a 500 without internal details.
 */
export function asFailure(thrown: unknown): ServiceFailure {
  if (thrown instanceof ServiceFailure) return thrown;
  const status =
    thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number'
      ? thrown.statusCode
      : 500;
  const [kind, detail] = BY_STATUS[status] ?? ['internal', 'Try again later.'];
  return new ServiceFailure(kind, detail);
}
