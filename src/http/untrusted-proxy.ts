import type { FastifyInstance } from 'fastify';

/** The consequence, the same in both cases. */
const CONSEQUENCE =
  'All browsers then seem to share one address, so wrong passwords from one slow down sign-in for all. Set TRUST_PROXY to the number of proxies in front, or to their addresses.';

/**
 * Warns in the log about a proxy in front that is not trusted: once at the start if browsers use https,
 * which this server does not speak, and once when a request was forwarded.
 */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  { secure, trustProxy }: { secure: boolean; trustProxy: number | string[] },
): void {
  if (trustProxy !== 0) return;
  if (secure) {
    app.log.warn(
      `PUBLIC_ORIGIN is https, so a proxy is in front, but TRUST_PROXY is false. ${CONSEQUENCE}`,
    );
  }
  let said = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!said && request.headers['x-forwarded-for'] !== undefined) {
      said = true;
      request.log.warn(
        `A request carries X-Forwarded-For, but TRUST_PROXY is false. ${CONSEQUENCE}`,
      );
    }
    done();
  });
}
