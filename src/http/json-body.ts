import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JsonFault, MAX_DEPTH, parseJsonInTurns } from './json-in-turns.ts';
import { failure } from './problems.ts';

/** Accepts only JSON bodies; an empty body counts as none. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      try {
        return await parseJsonInTurns(body);
      } catch (error) {
        if (!(error instanceof JsonFault)) throw error;
        throw failure(
          400,
          'invalid_request',
          error.kind === 'depth'
            ? `The body is nested deeper than ${MAX_DEPTH} levels.`
            : 'The body is not well-formed JSON.',
        );
      }
    },
  );
}
