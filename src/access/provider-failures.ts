import * as oidc from 'openid-client';
import { Failure, failure } from '../http/problems.ts';

/** What the log is told. Neither the provider's text nor what was sent: both may hold what grants access. */
function reasonOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error('unknown');
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name;
  return new Error([code, ...nameOf(thrown)].join(': '));
}

/** The provider's name of an error, if it is one. */
function nameOf(thrown: Error): string[] {
  const error = 'error' in thrown ? thrown.error : null;
  return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? [error] : [];
}

const refused = (message: string, thrown?: unknown) =>
  failure(401, 'not_signed_in', message, thrown === undefined ? {} : { cause: reasonOf(thrown) });
const away = (message: string, thrown: unknown) =>
  failure(503, 'provider_unavailable', message, { cause: reasonOf(thrown) });

/** The refusal of an answer that is not exactly what this attempt asked for. */
export function unverified(host: string, thrown?: unknown): Failure {
  return refused(
    `The answer of ${host} could not be verified, so nobody is signed in. Sign in again; if that does not help, tell an administrator.`,
    thrown,
  );
}

/** The refusal of an answer by a clock that is wrong. */
export function clocksApart(host: string): Failure {
  return refused(
    `The clock of ${host} and that of this console are more than five minutes apart. An administrator must set the one that is wrong.`,
  );
}

/**
 * A failure of the provider as a sentence for the sign-in page.
 * @param when while its addresses were read, or while its answer was checked
 */
export function providerFailure(
  host: string,
  thrown: unknown,
  when: 'discovery' | 'answer',
): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof oidc.AuthorizationResponseError) {
    return thrown.error === 'access_denied'
      ? refused(`The sign-in at ${host} was canceled or refused.`, thrown)
      : refused(`${[host, 'reported an error', ...nameOf(thrown)].join(' ')}.`, thrown);
  }
  const isChallenged = thrown instanceof oidc.WWWAuthenticateChallengeError;
  if (isChallenged || thrown instanceof oidc.ResponseBodyError) {
    return !isChallenged && thrown.error === 'invalid_grant'
      ? refused(`${host} says that this sign-in was used or has expired. Sign in again.`, thrown)
      : away(
          `${host} does not accept this console. An administrator must check its client id and secret.`,
          thrown,
        );
  }
  const code = thrown instanceof oidc.ClientError ? (thrown.code ?? '') : '';
  switch (code) {
    case 'OAUTH_TIMEOUT':
      return away(`${host} does not answer in time. Try again in a moment.`, thrown);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return clocksApart(host);
    case 'OAUTH_KEY_SELECTION_FAILED':
      return refused(`The keys of ${host} have just changed. Sign in again.`, thrown);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return away(`${host} answers with an error. Try again in a moment.`, thrown);
    default:
  }
  if (thrown instanceof TypeError)
    return away(`${host} cannot be reached. Try again in a moment.`, thrown);
  return when === 'answer'
    ? unverified(host, thrown)
    : away(
        `${host} does not describe itself as an identity provider. An administrator must check OIDC_ISSUER.`,
        thrown,
      );
}
