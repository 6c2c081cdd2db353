import type { FastifyRequest } from 'fastify';
import { SESSION_ROUTES } from '../contract/console/session-routes.ts';
import { defineRoute } from '../http/define-route.ts';
import { Failure, failure } from '../http/problems.ts';
import type { Route } from '../http/route.ts';
import { resolveSession, type AuthParts } from './auth-routes.ts';
import { attemptCookie, attemptsOf } from './cookie.ts';
import { createEntering } from './enter-session.ts';
import { ATTEMPT_S } from './provider-sign-in.ts';

/** Attempts of one browser at once; with more of them its cookies would fill a request. */
const ATTEMPTS = 8;

/**
 * The routes for signing in by the identity provider. All are requests of our own page, the provider's answer too: it
 * leads the browser to the sign-in page, which sends it on. So no address of ours takes a request of another site, and
 * the cookies are Strict.
 */
export function providerRoutes(parts: AuthParts): Route[] {
  const { enter, answerFor } = createEntering(parts);
  const routes = SESSION_ROUTES;
  const { secure } = parts;
  const offered = () => {
    if (parts.provider !== null) return parts.provider;
    throw failure(404, 'not_found', 'This way of signing in is not available here.');
  };
  const signsIn = { permission: null, audit: 'sign-in' } as const;

  /** Logs the reason of a refused answer, which the page leaves out; a failure is logged anyway. */
  const logged = async <T>(request: FastifyRequest, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.status < 500) {
        request.log.warn({ err: thrown }, 'an answer of the identity provider was refused');
      }
      throw thrown;
    }
  };

  return [
    defineRoute(routes.beginProvider, signsIn, async ({ body, request, reply }) => {
      const ways = offered();
      const signedIn = await resolveSession(parts, request);
      if (body.confirms && signedIn?.byProvider !== true) {
        throw failure(401, 'not_signed_in', 'Sign in first.');
      }
      const { url, state, secret } = await ways.begin(body);
      const others = attemptsOf(request);
      if (others.length >= ATTEMPTS) {
        for (const other of others) attemptCookie(other, secure).takeAway(reply);
      }
      attemptCookie(state, secure, ATTEMPT_S).give(reply, secret);
      return { url };
    }),
    defineRoute(routes.finishProvider, signsIn, async ({ body, request, reply }) => {
      const ways = offered();
      const cookie = attemptCookie(body.state, secure);
      const [secret, ...more] = cookie.values(request);
      cookie.takeAway(reply);
      const finished = await logged(
        request,
        ways.finish(body, more.length === 0 ? secret : undefined),
      );
      const { who, confirms } = finished;
      if (confirms) {
        const signedIn = await resolveSession(parts, request);
        if (signedIn === null) {
          throw failure(401, 'not_signed_in', 'Your session has ended meanwhile. Sign in.');
        }
        await ways.requireProved(finished, signedIn.operator.id);
        await parts.sessions.confirm(signedIn);
        return { ...(await answerFor(signedIn)), confirmed: true };
      }
      // Whoever has lost access, or got another role, is told on their open pages too.
      const operator = await ways.admit(who).finally(() => {
        parts.sessions.changed();
      });
      const { provedSecondsAgo } = who;
      const answer = await enter(request, reply, operator, {
        issuer: ways.provider.issuer,
        provedSecondsAgo,
      });
      return { ...answer, confirmed: false };
    }),
    // The session here has ended before, whatever comes of this.
    defineRoute(routes.leaveProvider, { permission: null, audit: 'none' }, async () => ({
      url: await offered().signOutUrl(),
    })),
  ];
}
