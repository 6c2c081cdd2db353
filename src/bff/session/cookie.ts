import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session cookie: its name and attributes depend on whether the page comes over https. */
export interface SessionCookie {
  name: string;
  /** Gives a browser its session. */
  give(reply: FastifyReply, value: string): void;
  /** Takes it away. */
  takeAway(reply: FastifyReply): void;
  /**
   * The values that a request has under this cookie's name. More than one means that somebody
   * planted a second, so none may be believed.
   */
  values(request: FastifyRequest): string[];
}

/**
 * Describes the session cookie.
 * @param secure whether browsers use https; without it the cookie has a plain name and works on
 *   loopback only, since browsers refuse the prefix there
 */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-gridhelm' : 'gridhelm';
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    name,
    give(reply, value) {
      reply.setCookie(name, value, attributes);
    },
    takeAway(reply) {
      reply.clearCookie(name, attributes);
    },
    // The parser keeps the first of two cookies with one name, so it gets one pair at a time.
    values: (request) =>
      (request.headers.cookie ?? '')
        .split(';')
        .flatMap((pair) => request.server.parseCookie(pair)[name] ?? []),
  };
}
