import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider, type OidcContext } from 'oidc-provider';
import { SIGN_IN_PATH } from '../../contract/console/headers.ts';
import { z } from '../../contract/zod.ts';

/** Somebody with an account at the provider. */
export interface Account {
  name: string;
  /** In the claim `groups`. */
  groups: string[];
}

/** The settings with which a console uses it. */
export const CLIENT = {
  id: 'gridhelm',
  secret: 'a-secret-of-the-console-and-the-provider',
} as const;

/** An identity provider on this machine. */
export interface IdentityProviderServer {
  issuer: string;
  /** By their subject; a test changes them. */
  accounts: Map<string, Account>;
  /** Lets a console in, once its address is known. */
  serve(origin: string): void;
  close(): Promise<void>;
}

const LIVING = ['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken'];
const PARTS = { openid: ['sub'], profile: ['name'], groups: ['groups'] };

/** The page on which one says who one is. */
function loginPage(path: string, accounts: ReadonlyMap<string, Account>): string {
  const buttons = [...accounts].map(
    ([subject, { name }]) => `<button name="subject" value="${subject}">Be ${name}</button>`,
  );
  return `<!doctype html><title>Who are you?</title><form method="post" action="${path}">${buttons.join('')}</form>`;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(z.instanceof(Buffer).parse(part));
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

/** Starts a provider on a free port; everybody signs in by saying who they are. */
export async function startIdentityProvider(
  accounts: Map<string, Account>,
): Promise<IdentityProviderServer> {
  let provider: Provider | null = null;
  const login = async (given: Provider, request: IncomingMessage, response: ServerResponse) => {
    const { url = '/', method } = request;
    if (method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      response.end(loginPage(url, accounts));
      return;
    }
    const accountId = (await bodyOf(request)).get('subject') ?? '';
    await given.interactionFinished(request, response, { login: { accountId } });
  };
  const server = createServer((request, response) => {
    if (provider === null) return void response.writeHead(503).end();
    if (request.url?.startsWith('/login/') !== true) return provider.callback()(request, response);
    login(provider, request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    accounts,
    serve(origin) {
      const redirect = [`${origin}${SIGN_IN_PATH}`];
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: redirect,
            post_logout_redirect_uris: redirect,
          },
        ],
        claims: PARTS,
        conformIdTokenClaims: false,
        ttl: Object.fromEntries(LIVING.map((what) => [what, 600])),
        cookies: { keys: ['a key of the test'] },
        features: { devInteractions: { enabled: false } },
        pkce: { required: () => true },
        interactions: { url: (_context: OidcContext, { uid }: { uid: string }) => `/login/${uid}` },
        findAccount(_context: OidcContext, subject: string) {
          const account = accounts.get(subject);
          if (account === undefined) return undefined;
          return { accountId: subject, claims: () => ({ sub: subject, ...account }) };
        },
        async loadExistingGrant({ oidc }: OidcContext) {
          const { clientId } = oidc.client;
          const known = oidc.session.grantIdFor(clientId);
          if (known !== undefined) return oidc.provider.Grant.find(known);
          const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
          grant.addOIDCScope(Object.keys(PARTS).join(' '));
          await grant.save();
          return grant;
        },
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
