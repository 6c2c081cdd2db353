import { describe, expect, test } from 'vitest';
import { claimsOf, encoded, headerOf, instantClaim, mustBeJwt, signedToken } from './jwt.ts';
import { Differs, NotTried } from './outcome.ts';

const HEAD = encoded({ alg: 'RS256' });
const jwt = (claims: unknown, head: unknown = { alg: 'RS256' }, signature = 'c2ln') =>
  `${encoded(head)}.${encoded(claims)}.${signature}`;

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}

describe('tokens in unusual forms', () => {
  test.each<[string, string]>([
    ['encrypted, in five parts', `${encoded({ alg: 'dir', enc: 'A256GCM' })}..aXY.Y3Q.dGFn`],
    ['without a signature', jwt({ exp: 1 }, { alg: 'none' }, '')],
    ['without an end', jwt({ sub: 'me' })],
    ['with an end that is text', jwt({ exp: 'soon' })],
    ['with nothing in it', jwt({})],
    ['with padding', `${Buffer.from('{"alg":"HS256"}').toString('base64')}.${encoded({})}.c2ln`],
  ])('a JWT %s is accepted', (_, token) => {
    expect(() => mustBeJwt(token)).not.toThrow();
  });

  test.each<[string, string, string]>([
    ['an opaque token', 'opaque', 'it has 1 parts between dots; a JWT has 3 or 5'],
    ['one with dots', 'a.b.c', 'its first part is not JSON with an algorithm'],
    [
      'one without an algorithm',
      jwt({}, { typ: 'JWT' }),
      'its first part is not JSON with an algorithm',
    ],
    [
      'one whose claims are text',
      `${HEAD}.${encoded('claims')}.c2ln`,
      'its second part is not a JSON object',
    ],
  ])('%s is refused with the reason', (_, token, why) => {
    expect(thrownBy(() => mustBeJwt(token))).toEqual(new Differs(why));
    expect(thrownBy(() => headerOf(token))).toEqual(new NotTried(`the token is not a JWT: ${why}`));
  });

  test('an undecidable property is reported with its cause', () => {
    const encrypted = `${encoded({ alg: 'dir', enc: 'A256GCM' })}..aXY.Y3Q.dGFn`;
    expect(thrownBy(() => claimsOf(encrypted))).toEqual(
      new NotTried('the token is an encrypted JWT: its claims cannot be read'),
    );
    expect(headerOf(encrypted).alg).toBe('dir');
    expect(thrownBy(() => signedToken(jwt({}, { alg: 'none' }, '')))).toEqual(
      new NotTried('the token is a JWT without a signature'),
    );
    expect(thrownBy(() => instantClaim(claimsOf(jwt({})), 'exp'))).toEqual(
      new NotTried('the token has no claim exp'),
    );
    expect(thrownBy(() => instantClaim(claimsOf(jwt({ exp: 'soon' })), 'exp'))).toEqual(
      new NotTried('its claim exp is not a number: soon'),
    );
    expect(instantClaim(claimsOf(jwt({ exp: 7 })), 'exp')).toBe(7);
  });
});
