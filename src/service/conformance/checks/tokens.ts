import { z } from '../../../contract/zod.ts';
import { TokenAnswer } from '../../../contract/token.ts';
import { type Check, once, section } from '../check.ts';
import { type Answer, saw } from '../client.ts';
import { NotTried, must, mustEqual, shown } from '../outcome.ts';

const SPEC = 'Authentication 3-4';
const OPEN = 'Authentication 6: not shown';

const asked = once(({ client }) => client.tokenForm({}));

const Header = z.object({ alg: z.string(), kid: z.string().optional() });
const Claims = z.object({ exp: z.number(), iat: z.number().optional(), aud: z.unknown() });
const Keys = z.object({ keys: z.array(z.object({ kid: z.string().optional() })) });

/** A part of a JWT as JSON. @param part 0: header; 1: claims */
function jwtPart<S extends z.ZodType>(token: string, part: 0 | 1, schema: S): z.output<S> {
  const text = Buffer.from(token.split('.')[part] ?? '', 'base64url').toString('utf8');
  const read = schema.safeParse(jsonOrNull(text));
  if (!read.success) throw new NotTried('the token is no JWT whose parts can be read');
  return read.data;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function mustRefuse(answer: Answer, status: number, error: string): void {
  must(answer.status === status, saw(answer));
  const body = z.object({ error: z.string() }).safeParse(answer.json);
  must(body.success && body.data.error === error, `${saw(answer)}, expected the error ${error}`);
}

const WRONG = 'a wrong secret, made up by the conformance suite';

/** The token endpoint. */
export const TOKEN_CHECKS: readonly Check[] = section('Token endpoint', null, [
  [
    'client credentials are answered with 200',
    'specification',
    SPEC,
    async (trial) => {
      const answer = await asked(trial);
      must(answer.status === 200, `${answer.status}`);
    },
  ],
  [
    'the answer is JSON',
    'specification',
    'introduction (bodies are JSON)',
    async (trial) => {
      const type = (await asked(trial)).headers.get('content-type');
      must(/^application\/json\b/.test(type ?? ''), `content-type: ${shown(type)}`);
    },
  ],
  [
    'access_token is a text that is not empty',
    'specification',
    SPEC,
    async (trial) => {
      must(TokenAnswer.safeParse((await asked(trial)).json).success, 'there is none');
    },
  ],
  [
    'access_token is a JWT',
    'specification',
    'Authentication 1',
    async ({ client }) => {
      const token = await client.token();
      mustEqual(token.split('.').length, 3, 'parts');
      must(
        Header.safeParse(jsonOrNull(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()))
          .success,
        'its header is no JSON with an algorithm',
      );
    },
  ],
  [
    'token_type is Bearer',
    'specification',
    SPEC,
    async (trial) => {
      const { token_type } = TokenAnswer.parse((await asked(trial)).json);
      mustEqual(token_type, 'Bearer', 'token_type');
    },
  ],
  [
    'expires_in is a whole number above 0',
    'specification',
    SPEC,
    async (trial) => {
      const { expires_in } = TokenAnswer.parse((await asked(trial)).json);
      must(Number.isInteger(expires_in) && Number(expires_in) > 0, shown(expires_in));
    },
  ],
  [
    'expires_in is in seconds: it is what the claims of the token say',
    'public fact',
    'Identity',
    async (trial) => {
      const { access_token, expires_in } = TokenAnswer.parse((await asked(trial)).json);
      const { exp, iat } = jwtPart(access_token, 1, Claims);
      if (iat === undefined) throw new NotTried('the token does not say when it was issued');
      must(Math.abs(exp - iat - Number(expires_in)) <= 5, `${shown(expires_in)}, ${exp - iat} s`);
    },
  ],
  [
    'a token is temporary: its end lies ahead',
    'specification',
    'Limits 4',
    async ({ client, now }) => {
      const { exp } = jwtPart(await client.token(), 1, Claims);
      must(exp * 1000 > now(), `exp: ${new Date(exp * 1000).toISOString()}`);
    },
  ],
  [
    'there is no refresh token',
    'public fact',
    'Identity',
    async (trial) => {
      const body = z.record(z.string(), z.unknown()).parse((await asked(trial)).json);
      must(!('refresh_token' in body), 'there is one');
    },
  ],
  [
    'the token is signed with RS256 and names its key',
    'own choice',
    'Authentication 1',
    async ({ client }) => {
      const { alg, kid } = jwtPart(await client.token(), 0, Header);
      mustEqual([alg, kid !== undefined], ['RS256', true], 'alg, kid');
    },
  ],
  [
    'the key of the token is published at /.well-known/jwks.json',
    'own choice',
    'Authentication 1',
    async ({ client }) => {
      const { kid } = jwtPart(await client.token(), 0, Header);
      const answer = await client.fetch(`${client.access.baseUrl}/.well-known/jwks.json`, {});
      const keys = Keys.safeParse(answer.json);
      must(keys.success && keys.data.keys.some((key) => key.kid === kid), saw(answer));
    },
  ],
  [
    'the token has an audience',
    'own choice',
    'Authentication 2',
    async ({ client }) => {
      const { aud } = jwtPart(await client.token(), 1, Claims);
      must(aud !== undefined, 'there is none');
    },
  ],
  [
    'answers with tokens are not kept by caches',
    'own choice',
    'RFC 6749, 5.1',
    async (trial) => {
      mustEqual((await asked(trial)).headers.get('cache-control'), 'no-store', 'cache-control');
    },
  ],
  [
    'a wrong secret gives no token',
    'specification',
    'Authentication 5',
    async ({ client }) => {
      const answer = await client.tokenForm({ client_secret: WRONG });
      must(answer.status >= 400 && answer.status < 500, saw(answer));
    },
  ],
  ...wrongForm('a wrong secret', { client_secret: WRONG }, 401, 'invalid_client'),
  ...wrongForm('an unknown client', { client_id: 'nobody-at-all' }, 401, 'invalid_client'),
  ...wrongForm('another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'),
  ...wrongForm('another scope', { scope: 'everything' }, 400, 'invalid_scope'),
  ...wrongForm('no grant', { grant_type: null }, 400, 'invalid_request'),
  ...wrongForm('no secret', { client_secret: null }, 400, 'invalid_request'),
  ...wrongForm('no client id', { client_id: null }, 400, 'invalid_request'),
  [
    'JSON in place of the form is answered 400',
    'own choice',
    OPEN,
    async ({ client }) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await client.tokenForm({}, { headers, body: '{}' });
      mustRefuse(answer, 400, 'invalid_request');
    },
  ],
  [
    'a field that is given twice is answered 400',
    'own choice',
    OPEN,
    async ({ client }) => {
      const body = 'grant_type=client_credentials&grant_type=client_credentials';
      mustRefuse(await client.tokenForm({}, { body }), 400, 'invalid_request');
    },
  ],
  [
    'client id and secret may come as HTTP Basic',
    'own choice',
    'RFC 6749, 2.3.1',
    async ({ client }) => {
      const { clientId, clientSecret } = client.access;
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
      const answer = await client.tokenForm({ client_id: null, client_secret: null }, { headers });
      must(answer.status === 200, `${answer.status}`);
    },
  ],
  [
    'GET is answered 405',
    'own choice',
    OPEN,
    async ({ client }) => {
      const answer = await client.fetch(client.access.authUrl, {});
      must(answer.status === 405, saw(answer));
    },
  ],
]);

function wrongForm(
  name: string,
  fields: Readonly<Record<string, string | null>>,
  status: number,
  error: string,
): [string, 'own choice', string, Check['run']][] {
  return [
    [
      `${name} is answered ${status} ${error}`,
      'own choice',
      OPEN,
      async ({ client }) => {
        mustRefuse(await client.tokenForm(fields), status, error);
      },
    ],
  ];
}
