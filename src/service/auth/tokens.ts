import { SignJWT, createLocalJWKSet, jwtVerify } from 'jose';
import { z } from '../../contract/zod.ts';
import { Uuid } from '../../contract/primitives.ts';
import { DEFAULT_SCOPE } from '../../contract/token.ts';
import type { Caller } from '../call.ts';
import type { WallClock } from '../clock.ts';
import { ServiceFailure } from '../errors.ts';
import { ALGORITHM, type Credentials } from './credentials.ts';

const ISSUER = 'urn:gridhelm:device-connectivity-service';
const AUDIENCE = 'device-connectivity-service';

const Claims = z.object({
  sub: z.string(),
  organisation: Uuid,
  scope: z.literal(DEFAULT_SCOPE),
  exp: z.number(),
  nbf: z.number().optional(),
});
type Claims = z.output<typeof Claims>;

/** Tokens that are remembered once their signature was checked; a client uses one for an hour. */
const REMEMBERED = 50;

/** Issues and checks bearer tokens. Token times are real time, independent of the simulated clock. */
export interface Tokens {
  issue(caller: Caller): Promise<{ accessToken: string; expiresIn: number }>;
  /** The caller behind an Authorization header; throws unauthorized. */
  callerOf(authorization: string | undefined): Promise<Caller>;
}

/**
 * Makes the token service. Spec, "Authentication" 1-4.
 * @param ttlS validity of a token in seconds
 * @param wall real time
 */
export function makeTokens(credentials: Credentials, ttlS: number, wall: WallClock): Tokens {
  const keys = createLocalJWKSet({ keys: [{ kty: 'RSA', ...credentials.publicJwk }] });
  const checked = new Map<string, { caller: Caller; claims: Claims }>();
  const isValid = ({ exp, nbf = 0 }: Claims, nowS: number) => nowS < exp && nowS >= nbf;

  const check = async (token: string): Promise<Caller> => {
    const known = checked.get(token);
    if (known !== undefined && isValid(known.claims, Math.floor(wall() / 1000)))
      return known.caller;
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(wall()),
      requiredClaims: ['exp'],
    });
    const claims = Claims.parse(payload);
    const caller = { clientId: claims.sub, organisationId: claims.organisation };
    checked.set(token, { caller, claims });
    const [oldest] = checked.keys();
    if (checked.size > REMEMBERED && oldest !== undefined) checked.delete(oldest);
    return caller;
  };

  return {
    issue: async ({ clientId, organisationId }) => {
      const issuedAt = Math.floor(wall() / 1000);
      const accessToken = await new SignJWT({ organisation: organisationId, scope: DEFAULT_SCOPE })
        .setProtectedHeader({ alg: ALGORITHM, kid: credentials.keyId, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ttlS)
        .sign(credentials.privateKey);
      return { accessToken, expiresIn: ttlS };
    },
    callerOf: async (authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) {
        throw new ServiceFailure('unauthorized', 'Authorization: send a bearer token.');
      }
      try {
        return await check(token);
      } catch {
        throw new ServiceFailure(
          'unauthorized',
          'Authorization: the bearer token is invalid or has expired.',
        );
      }
    },
  };
}
