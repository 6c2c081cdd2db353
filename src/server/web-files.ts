import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../lib/start-error.ts';
import { rawPath } from '../http/guard.ts';
import { methodNotAllowed } from '../http/route.ts';
import { failure } from '../http/problems.ts';

const INDEX = 'index.html';
/** Characters that no address of ours contains. */
const DEVIOUS = /\.\.|\\|\/\/|%(?:00|2e|2f|5c)/i;
/** Source maps, and compressed copies, which are only sent instead of their files. */
const INTERNAL = /\.(?:map|br|gz)$/;

/**
 * Checks that there is a page to serve.
 * @param webDir folder of the built page
 * @throws StartError if it has not been built
 */
export function requireWebFiles(webDir: string): void {
  if (existsSync(path.join(webDir, INDEX))) return;
  throw new StartError(`The page is not built: ${webDir}/${INDEX} is missing. Run: npm run build`);
}

/** Whether a request for something other than a file is a browser navigating to a page. */
function isNavigation(accept: string, wanted: string): boolean {
  return (
    accept.includes('text/html') &&
    !/\.[^/]*$/.test(wanted) &&
    !DEVIOUS.test(wanted) &&
    !wanted.startsWith('/assets/')
  );
}

/**
 * Answers requests without a route: with a file of the built page, with the page itself for a
 * navigation, or with a refusal.
 * @param webDir folder of the built page
 * @param publicPath under which browsers reach it; empty: none
 */
export async function serveWebFiles(
  app: FastifyInstance,
  webDir: string,
  publicPath: string,
): Promise<void> {
  // Its files are named from where it lies; it is shown for every address.
  const page = readFileSync(path.join(webDir, INDEX), 'utf8').replaceAll('"./', `"${publicPath}/`);
  const assets = path.resolve(webDir, 'assets') + path.sep;
  await app.register(fastifyStatic, {
    root: path.resolve(webDir),
    dotfiles: 'ignore',
    preCompressed: true,
    // The page of a folder, such as `/`, is chosen below.
    allowedPath: (wanted, _root, request) =>
      !wanted.endsWith('/') &&
      !INTERNAL.test(wanted) &&
      !DEVIOUS.test(rawPath(request.raw.url ?? '')),
    cacheControl: false,
    setHeaders(response, file) {
      // The names of assets contain a hash of their content.
      const forEver = file.startsWith(assets);
      response.setHeader(
        'Cache-Control',
        forEver ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      response.setHeader('Vary', 'Accept-Encoding');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    const wanted = rawPath(request.raw.url ?? '/');
    if (wanted === '/' || isNavigation(request.headers.accept ?? '', wanted)) {
      return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
    }
    throw failure(404, 'not_found', 'There is nothing at this address.');
  });
}
