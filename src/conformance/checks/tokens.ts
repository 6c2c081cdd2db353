import { z } from '../../contract/zod.ts';
import { TokenAnswer } from '../../contract/token.ts';
import {
  CLOCK_MS,
  type Check,
  type Statement,
  once,
  ownChoice,
  publicFact,
  section,
  specification,
} from '../check.ts';
import { type Answer, saw } from '../answers.ts';
import { claimsOf, headerOf, instantClaim, mustBeJwt } from '../jwt.ts';
import { NotTried, may, mayEqual, must, mustEqual, shown } from '../outcome.ts';

const SPEC = 'Authentication 3-4';
const OPEN = 'Authentication 6: not shown';

const asked = once(({ client }) => client.tokenForm({}));

const Keys = z.object({ keys: z.array(z.object({ kid: z.string().optional() })) });

const tokenFields = once(async (trial) => {
  const fields = z
    .looseObject({ access_token: z.string().min(1) })
    .safeParse((await asked(trial)).json);
  if (!fields.success) throw new NotTried('the answer has no access_token');
  return fields.data;
});

function mustRefuse(answer: Answer, status: number, error: string): void {
  must(answer.status === status, saw(answer));
  const body = z.object({ error: z.string() }).safeParse(answer.json);
  must(body.success && body.data.error === error, `${saw(answer)}, expected the error ${error}`);
}

const WRONG = 'a wrong secret, made up by the conformance suite';

/** The token endpoint. */
export const TOKEN_CHECKS: readonly Check[] = section('Token endpoint', null, [
  specification('client credentials are answered with 200', SPEC, async (trial) => {
    const { status } = await asked(trial);
    must(status >= 200 && status < 300, `${status}`);
    mayEqual(status, 200, 'status');
  }),
  specification('the answer is JSON', 'introduction (bodies are JSON)', async (trial) => {
    const { headers, json } = await asked(trial);
    must(json !== undefined, 'it is not');
    const type = headers.get('content-type');
    may(/^application\/json\b/.test(type ?? ''), `content-type: ${shown(type)}`);
  }),
  specification('access_token is a non-empty string', SPEC, async (trial) => {
    must(TokenAnswer.safeParse((await asked(trial)).json).success, 'there is none');
  }),
  specification('access_token is a JWT', 'Authentication 1', async ({ client }) => {
    mustBeJwt(await client.token());
  }),
  specification('token_type is Bearer', SPEC, async (trial) => {
    const { token_type } = await tokenFields(trial);
    may(token_type !== undefined, 'there is none');
    mustEqual(String(token_type).toLowerCase(), 'bearer', 'token_type');
    mayEqual(token_type, 'Bearer', 'token_type');
  }),
  specification('expires_in is a whole number above 0', SPEC, async (trial) => {
    const { expires_in } = await tokenFields(trial);
    may(expires_in !== undefined, 'there is none');
    must(Number.isInteger(expires_in) && Number(expires_in) > 0, shown(expires_in));
  }),
  publicFact(
    'expires_in is in seconds, as in the claims of the token',
    'Identity',
    async (trial) => {
      const { access_token, expires_in } = await tokenFields(trial);
      const claims = claimsOf(access_token);
      const validS = instantClaim(claims, 'exp') - instantClaim(claims, 'iat');
      must(Math.abs(validS - Number(expires_in)) <= 5, `${shown(expires_in)}, ${validS} s`);
    },
  ),
  specification(
    'a token is temporary: it expires in the future',
    'Limits 4',
    async ({ client, now }) => {
      const endMs = instantClaim(claimsOf(await client.token()), 'exp') * 1000;
      const hours = ((endMs - now()) / 3_600_000).toFixed(1);
      must(endMs > now() - CLOCK_MS, `its claim exp is ${hours} hours ahead`);
      may(endMs > now(), `its claim exp is ${hours} hours ahead; clocks may differ`);
    },
  ),
  publicFact('there is no refresh token', 'Identity', async (trial) => {
    must(!('refresh_token' in (await tokenFields(trial))), 'there is one');
  }),
  ownChoice(
    'the token is signed with RS256 and names its key',
    'Authentication 1',
    async ({ client }) => {
      const { alg, kid } = headerOf(await client.token());
      mustEqual([alg, kid !== undefined], ['RS256', true], 'alg, kid');
    },
  ),
  ownChoice(
    'the key of the token is published at /.well-known/jwks.json',
    'Authentication 1',
    async ({ client }) => {
      const { kid } = headerOf(await client.token());
      const answer = await client.fetch(`${client.access.baseUrl}/.well-known/jwks.json`);
      const keys = Keys.safeParse(answer.json);
      must(keys.success && keys.data.keys.some((key) => key.kid === kid), saw(answer));
    },
  ),
  ownChoice('the token has an audience', 'Authentication 2', async ({ client }) => {
    must(claimsOf(await client.token())['aud'] !== undefined, 'there is none');
  }),
  ownChoice('token responses are not cached', 'RFC 6749, 5.1', async (trial) => {
    mustEqual((await asked(trial)).headers.get('cache-control'), 'no-store', 'cache-control');
  }),
  specification('a wrong secret gives no token', 'Authentication 5 and 6', async ({ client }) => {
    const answer = await client.tokenForm({ client_secret: WRONG });
    must(!TokenAnswer.safeParse(answer.json).success, `${answer.status}, with a token`);
  }),
  wrongForm('a wrong secret', { client_secret: WRONG }, 401, 'invalid_client'),
  wrongForm('an unknown client', { client_id: 'nobody-at-all' }, 401, 'invalid_client'),
  wrongForm('another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'),
  wrongForm('another scope', { scope: 'everything' }, 400, 'invalid_scope'),
  wrongForm('no grant', { grant_type: null }, 400, 'invalid_request'),
  wrongForm('no secret', { client_secret: null }, 400, 'invalid_request'),
  wrongForm('no client id', { client_id: null }, 400, 'invalid_request'),
  ownChoice('JSON instead of the form is answered 400', OPEN, async ({ client }) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await client.tokenForm({}, { headers, body: '{}' });
    mustRefuse(answer, 400, 'invalid_request');
  }),
  ownChoice('a field that is given twice is answered 400', OPEN, async ({ client }) => {
    const body = 'grant_type=client_credentials&grant_type=client_credentials';
    mustRefuse(await client.tokenForm({}, { body }), 400, 'invalid_request');
  }),
  ownChoice(
    'client id and secret may come as HTTP Basic',
    'RFC 6749, 2.3.1',
    async ({ client }) => {
      const { clientId, clientSecret } = client.access;
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
      const answer = await client.tokenForm({ client_id: null, client_secret: null }, { headers });
      must(answer.status === 200, `${answer.status}`);
    },
  ),
  ownChoice('GET is answered 405', OPEN, async ({ client }) => {
    const answer = await client.fetch(client.access.authUrl);
    must(answer.status === 405, saw(answer));
  }),
]);

function wrongForm(
  name: string,
  fields: Readonly<Record<string, string | null>>,
  status: number,
  error: string,
): Statement {
  return ownChoice(`${name} is answered ${status} ${error}`, OPEN, async ({ client }) => {
    mustRefuse(await client.tokenForm(fields), status, error);
  });
}
