import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The path of the basemap's .pmtiles file. */
export const STREETS_PATH = '/streets.pmtiles';

/**
 * Serves one .pmtiles file, in the byte ranges that browsers request.
 * The answer is 206, 416 for a range beyond its end, 304 or the whole file by its ETag.
 * @param app with `sendFile`
 * @param file its absolute path
 * @param admit throws unless the request may read it
 */
export function serveStreets(
  app: FastifyInstance,
  file: string,
  admit: (request: FastifyRequest) => Promise<void>,
): void {
  const { dir, base } = path.parse(file);
  app.get(STREETS_PATH, { onRequest: admit }, (_request, reply) =>
    reply.sendFile(base, dir, { dotfiles: 'allow' }),
  );
}
