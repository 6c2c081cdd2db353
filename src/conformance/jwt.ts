import { z } from '../contract/zod.ts';
import { Differs, NotTried, shown } from './outcome.ts';

/**
 * A JWT in its compact form (RFC 7519): signed, with three parts, or encrypted, with five. Spec,
 * "Authentication" 1: the token is a JWT; its form is not documented.
 */
type Jwt =
  | { form: 'signed'; header: string; claims: string; signature: string }
  | { form: 'encrypted'; header: string };

const Header = z.looseObject({ alg: z.string() });
const Claims = z.record(z.string(), z.unknown());
type Header = z.infer<typeof Header>;
type Claims = z.infer<typeof Claims>;

/** A value as a part of a JWT. */
export function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded<S extends z.ZodType>(part: string, schema: S): z.output<S> | null {
  try {
    // Padding and the other alphabet are accepted too.
    return (
      schema.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data ?? null
    );
  } catch {
    return null;
  }
}

/** @throws Differs with the reason why a token is not a JWT */
export function mustBeJwt(token: string): Jwt {
  const parts = token.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  if (parts.length !== 3 && parts.length !== 5) {
    throw new Differs(`it has ${parts.length} parts between dots; a JWT has 3 or 5`);
  }
  if (decoded(header, Header) === null) {
    throw new Differs('its first part is not JSON with an algorithm');
  }
  if (parts.length === 5) return { form: 'encrypted', header };
  if (decoded(claims, Claims) === null) throw new Differs('its second part is not a JSON object');
  return { form: 'signed', header, claims, signature };
}

function jwtOf(token: string): Jwt {
  try {
    return mustBeJwt(token);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
    throw new NotTried(`the token is not a JWT: ${error.message}`);
  }
}

/** The parts of a signed token. @throws NotTried with the actual kind of token */
export function signedToken(token: string): Jwt & { form: 'signed' } {
  const jwt = jwtOf(token);
  if (jwt.form === 'encrypted') throw new NotTried('the token is an encrypted JWT');
  if (jwt.signature === '') throw new NotTried('the token is a JWT without a signature');
  return jwt;
}

/** The header of a token, signed or encrypted. @throws NotTried if it is not a JWT */
export function headerOf(token: string): Header {
  return Header.parse(decoded(jwtOf(token).header, Header));
}

/** The claims of a token. @throws NotTried if they cannot be read */
export function claimsOf(token: string): Claims {
  const jwt = jwtOf(token);
  if (jwt.form === 'encrypted') {
    throw new NotTried('the token is an encrypted JWT: its claims cannot be read');
  }
  return Claims.parse(decoded(jwt.claims, Claims));
}

/** A claim that is an instant, in seconds since the epoch. @throws NotTried if there is none */
export function instantClaim(claims: Claims, name: 'exp' | 'iat'): number {
  const value = claims[name];
  if (value === undefined) throw new NotTried(`the token has no claim ${name}`);
  if (typeof value !== 'number')
    throw new NotTried(`its claim ${name} is not a number: ${shown(value)}`);
  return value;
}
