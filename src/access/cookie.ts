import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of the console; its name and attributes depend on whether the page uses https. */
export interface OwnCookie {
  name: string;
  /** Sets it in a browser. */
  give(reply: FastifyReply, value: string): void;
  /** Removes it. */
  takeAway(reply: FastifyReply): void;
  /**
   * The values that a request has under this cookie's name. More than one means that somebody
   * planted a second, so none can be trusted.
   */
  values(request: FastifyRequest): string[];
}

/** How long a browser keeps the cookie that identifies it, in seconds. */
const KNOWN_S = 180 * 24 * 3600;

/**
 * Describes the session cookie, which the browser keeps until it is closed.
 * @param secure whether browsers use https; without it the cookie has a plain name and works on
 *   loopback only, since browsers refuse the prefix there
 */
export function sessionCookie(secure: boolean): OwnCookie {
  return ownCookie('gridhelm', secure, {});
}

/** Describes the cookie of a browser that has signed in before. It grants no access. */
export function knownBrowserCookie(secure: boolean): OwnCookie {
  return ownCookie('gridhelm-known', secure, { maxAge: KNOWN_S });
}

/** The short name of an attempt to sign in by the identity provider. */
const ATTEMPT = /gridhelm-attempt-([0-9a-f]{8})(?==)/g;

/**
 * Describes the cookie that ties an attempt to its browser; each has its own, so that several tabs can sign in.
 * @param state of the attempt, or its first letters
 * @param maxAge in seconds
 */
export function attemptCookie(state: string, secure: boolean, maxAge?: number): OwnCookie {
  const name = `gridhelm-attempt-${state.slice(0, 8).replace(/[^0-9a-f]/g, '-')}`;
  return ownCookie(name, secure, maxAge === undefined ? {} : { maxAge });
}

/** The attempts that a browser has begun, as `attemptCookie` names them. */
export function attemptsOf(request: FastifyRequest): string[] {
  return [...(request.headers.cookie ?? '').matchAll(ATTEMPT)].map(([, state = '']) => state);
}

function ownCookie(plain: string, secure: boolean, more: { maxAge?: number }): OwnCookie {
  const name = secure ? `__Host-${plain}` : plain;
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    name,
    give(reply, value) {
      reply.setCookie(name, value, { ...attributes, ...more });
    },
    takeAway(reply) {
      reply.clearCookie(name, attributes);
    },
    // A parser keeps the first of two cookies with one name. Ours are plain texts, so that nothing is decoded.
    values: ({ headers: { cookie = '' } }) =>
      cookie
        .split(';')
        .map((pair) => pair.split('='))
        .filter(([key]) => key?.trim() === name)
        .map(([, ...value]) => value.join('=').trim()),
  };
}
