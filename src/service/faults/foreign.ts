import type { FastifyInstance, FastifyRequest } from 'fastify';

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

function isForeign({ headers, socket }: FastifyRequest): boolean {
  if (headers.origin !== undefined) return true;
  return !NAMES.some((name) => headers.host === `${name}:${socket.localPort ?? ''}`);
}

/**
 * Answers 403 to requests of a browser page: they carry an Origin, and after DNS rebinding the Host
 * of another name.
 */
export function refuseForeign(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isForeign(request)) return;
    await reply.code(403).send({
      errors: [
        {
          code: 'Forbidden',
          description: 'The controls accept requests only from programs on this machine.',
          message: `Host: send ${NAMES.join(', ')} with the port, and no Origin.`,
        },
      ],
    });
  });
}
