import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from '../../contract/zod.ts';
import { TOKEN_ENDPOINT } from '../../contract/endpoints.ts';
import { DEFAULT_SCOPE } from '../../contract/token.ts';
import { asFailure } from '../errors.ts';
import type { Faults } from '../faults/faults.ts';
import { sendAnswer } from '../faults/send-answer.ts';
import type { Clients } from './clients.ts';
import type { Tokens } from './tokens.ts';

/** An error in the form of OAuth 2.0 (RFC 6749, section 5.2). */
class TokenRefusal extends Error {
  readonly status: 400 | 401;
  readonly error: string;
  constructor(status: 400 | 401, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/** Each field once; a repeated one arrives as a list and does not fit. */
const Form = z.object({
  grant_type: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  scope: z.string().optional(),
});

/** Client id and secret of HTTP Basic, which RFC 6749 (section 2.3.1) requires servers to support. */
function basicCredentials(authorization: string | undefined): [string, string] | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  try {
    return [decodeURIComponent(text.slice(0, colon)), decodeURIComponent(text.slice(colon + 1))];
  } catch {
    return null;
  }
}

async function answer(request: FastifyRequest, clients: Clients, tokens: Tokens) {
  const form = Form.safeParse(request.body ?? {});
  if (!form.success) {
    const fields = form.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new TokenRefusal(400, 'invalid_request', `Missing or repeated: ${fields}.`);
  }
  const { grant_type: grant, client_id, client_secret, scope = DEFAULT_SCOPE } = form.data;
  const [clientId, secret] = basicCredentials(request.headers.authorization) ?? [
    client_id ?? '',
    client_secret ?? '',
  ];
  if (clientId === '' || secret === '') {
    throw new TokenRefusal(400, 'invalid_request', 'client_id and client_secret are needed.');
  }
  const caller = await clients.authenticate(clientId, secret);
  if (caller === null) {
    throw new TokenRefusal(401, 'invalid_client', 'The client id or the secret is wrong.');
  }
  if (grant !== 'client_credentials') {
    throw new TokenRefusal(400, 'unsupported_grant_type', 'Only client_credentials is offered.');
  }
  if (scope !== DEFAULT_SCOPE) {
    throw new TokenRefusal(400, 'invalid_scope', `The only scope is ${DEFAULT_SCOPE}.`);
  }
  const { accessToken, expiresIn } = await tokens.issue(caller);
  return { access_token: accessToken, expires_in: expiresIn, token_type: 'Bearer' };
}

function refuse(thrown: unknown, reply: FastifyReply): FastifyReply {
  void reply.header('cache-control', 'no-store');
  if (thrown instanceof TokenRefusal) {
    if (thrown.status === 401) void reply.header('www-authenticate', 'Basic realm="token"');
    return reply
      .code(thrown.status)
      .send({ error: thrown.error, error_description: thrown.message });
  }
  const failure = asFailure(thrown);
  if (failure.kind === 'unauthorized') {
    return refuse(new TokenRefusal(401, 'invalid_client', failure.details.join(' ')), reply);
  }
  const error = failure.status >= 500 ? 'server_error' : 'invalid_request';
  const description =
    failure.kind === 'mediaType'
      ? 'Send application/x-www-form-urlencoded.'
      : failure.details.join(' ');
  // A form that cannot be read is a bad request in OAuth's terms, whatever HTTP would call it.
  const status = failure.kind === 'mediaType' ? 400 : failure.status;
  return reply.code(status).send({ error, error_description: description });
}

function parseForm(body: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** The token endpoint: client credentials in, bearer token out. Spec, "Authentication" 3 and 4. */
export function registerTokenRoute(
  app: FastifyInstance,
  parts: { clients: Clients; tokens: Tokens; faults: Faults | null },
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => {
        parsed(null, parseForm(body));
      },
    );
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof TokenRefusal) && asFailure(error).status >= 500) {
        request.log.error(error);
      }
      return refuse(error, reply);
    });
    scope.route({
      method: TOKEN_ENDPOINT.method,
      url: TOKEN_ENDPOINT.path,
      onRequest: (request, reply, next) => {
        parts.faults?.received('token', request.method);
        if (parts.faults?.unread('token', request, reply) !== true) next();
      },
      handler: async (request, reply) => {
        const struck = (await parts.faults?.before('token', request, reply)) ?? [];
        if (reply.sent) return reply;
        const body = await answer(request, parts.clients, parts.tokens);
        void reply.header('cache-control', 'no-store');
        await parts.faults?.beforeAnswer(struck);
        return sendAnswer(reply, 200, body, struck);
      },
    });
    done();
  });
}
