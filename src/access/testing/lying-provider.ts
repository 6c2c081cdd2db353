import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { z } from '../../contract/zod.ts';
import { CLIENT } from './identity-provider-server.ts';

/** How it signs an ID token; `other key`: with one that it does not publish. */
type Signature = 'RS256' | 'HS256' | 'none' | 'other key';

/** A provider that answers as a test says. */
export interface LyingProvider {
  issuer: string;
  lies: {
    /** Changes of the claims of the next ID tokens. */
    claims: JWTPayload;
    signature: Signature;
    /** Answers every request with this status, or `never`. */
    everything: number | 'never' | null;
    /** The error of the token endpoint. */
    tokenError: string | null;
    /** Whether that error is a challenge: 401 with `WWW-Authenticate`, as RFC 6749 wants it of a wrong secret. */
    challenges: boolean;
    /** Parts of the discovery document. */
    metadata: object;
  };
  /** Publishes new keys, and signs with them. */
  rotate(): Promise<void>;
  /** How many requests came for each path. */
  seen: Map<string, number>;
  close(): Promise<void>;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

const HONEST: LyingProvider['lies'] = {
  claims: {},
  signature: 'RS256',
  everything: null,
  tokenError: null,
  challenges: false,
  metadata: {},
};

/** An honest start, to be set before each test. */
export const noLies = (): LyingProvider['lies'] => ({ ...HONEST });

/** Starts it on a free port. A test calls no page of it: the code is always `code`. */
export async function startLyingProvider(nonceOf: () => string): Promise<LyingProvider> {
  const newKey = async (kid: string) => ({ kid, ...(await generateKeyPair('RS256')) });
  const [other, first] = await Promise.all([newKey('first'), newKey('first')]);
  let [key, rotations] = [first, 0];

  const tokenOf = async ({ claims, signature }: LyingProvider['lies']) => {
    const now = Math.floor(Date.now() / 1000);
    const whole: JWTPayload = {
      iss: running.issuer,
      aud: CLIENT.id,
      sub: 'ada',
      name: 'Ada Lovelace',
      groups: ['admins'],
      nonce: nonceOf(),
      iat: now,
      auth_time: now,
      exp: now + 300,
      ...claims,
    };
    if (signature === 'none') return new UnsecuredJWT(whole).encode();
    const header = { alg: signature === 'HS256' ? 'HS256' : 'RS256', kid: key.kid };
    const secret = new TextEncoder().encode(CLIENT.secret);
    const keys = { RS256: key.privateKey, 'other key': other.privateKey, HS256: secret };
    return new SignJWT(whole).setProtectedHeader(header).sign(keys[signature]);
  };
  const answerTo = async (path: string): Promise<Answer> => {
    const { lies, issuer } = running;
    if (path === '/jwks') {
      return { body: { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid }] } };
    }
    if (path === '/token') {
      if (lies.tokenError !== null) {
        const body = { error: lies.tokenError };
        if (!lies.challenges) return { status: 400, body };
        return { status: 401, body, headers: { 'www-authenticate': 'Basic realm="tokens"' } };
      }
      const id_token = await tokenOf(lies);
      return { body: { access_token: 'an-access-token', token_type: 'Bearer', id_token } };
    }
    return {
      body: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...lies.metadata,
      },
    };
  };
  const send = async (path: string, response: ServerResponse) => {
    const { everything } = running.lies;
    if (everything === 'never') return;
    if (everything !== null) return void response.writeHead(everything).end('<h1>sorry</h1>');
    const { status = 200, headers = {}, body } = await answerTo(path);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    running.seen.set(path, (running.seen.get(path) ?? 0) + 1);
    send(path, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const running: LyingProvider = {
    issuer: `http://127.0.0.1:${port}`,
    lies: noLies(),
    seen: new Map(),
    async rotate() {
      rotations += 1;
      key = await newKey(`rotated ${rotations}`);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
