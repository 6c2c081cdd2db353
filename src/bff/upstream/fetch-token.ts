import { z } from '../../contract/zod.ts';
import { TokenAnswer } from '../../contract/token.ts';
import { exchangeOnce, limitsOf, type RawAnswer } from './exchange.ts';
import { UpstreamFault, type FaultKind } from '../../http/fault.ts';
import { readJson } from '../../lib/read-json.ts';
import { showable, type Redact } from './redact.ts';
import type { UpstreamSettings } from './settings.ts';
import type { FreshToken } from './token-source.ts';

const OAuthError = z.object({ error: z.string() });
const ENDPOINT = 'The token endpoint of the Service';

function unavailable(what: string, cause?: unknown): UpstreamFault {
  const message = `${ENDPOINT} ${what}; the console has no access token. Nothing was sent.`;
  return new UpstreamFault('token-unavailable', message, { cause });
}

/** Describes a request that got no complete answer. */
function lossOf(kind: FaultKind | null): string {
  if (kind === 'not-connected' || kind === 'connect-timeout') return 'cannot be reached';
  return kind === 'timeout' ? 'did not answer in time' : 'gave no complete answer';
}

async function ask(settings: UpstreamSettings): Promise<RawAnswer> {
  const url = new URL(settings.authUrl);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    scope: settings.scope,
  });
  try {
    return await exchangeOnce(
      url.origin,
      {
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
      },
      limitsOf(settings.timeoutMs),
    );
  } catch (error) {
    throw unavailable(lossOf(error instanceof UpstreamFault ? error.kind : null), error);
  }
}

/**
 * Asks the token endpoint once. Spec, "Authentication" 3 and 4.
 * @throws UpstreamFault `token` when the credentials are refused, which is a 400 or 401 with an error
 *   of OAuth (RFC 6749, 5.2); `token-unavailable` when no token came for any other reason
 */
export async function fetchToken(settings: UpstreamSettings, redact: Redact): Promise<FreshToken> {
  const { status, body } = await ask(settings);
  const answer = readJson(body.toString('utf8'));
  const refusal = OAuthError.safeParse(answer).data?.error;
  if ((status === 400 || status === 401) && refusal !== undefined) {
    const code = showable(refusal, redact).slice(0, 60);
    throw new UpstreamFault(
      'token',
      `${ENDPOINT} refused the console's credentials with ${status} (${code}). Nothing was sent.`,
    );
  }
  if (status !== 200) throw unavailable(`answered ${status}`);
  const parsed = TokenAnswer.safeParse(answer);
  if (!parsed.success) throw unavailable('answered without a token');
  return { token: parsed.data.access_token, expiresIn: parsed.data.expires_in };
}
