import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StartError } from '../lib/start-error.ts';
import { rawPath } from './http/guard.ts';
import { failure } from './problems.ts';
import { methodNotAllowed } from './http/routes.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^text\/|json|svg/;
/** Spellings that no page of ours has in its address. */
const DEVIOUS = /\.\.|\\|\/\/|%(?:00|2e|2f|5c)/i;
const BROTLI_QUALITY = 6;

interface WebFile {
  type: string;
  cacheControl: string;
  etag: string;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** The built page, held in memory: only what was there at the start can ever be asked for. */
export interface WebFiles {
  /** Answers whatever no route takes: a file, the page for a navigation, or a refusal. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

async function compressed(content: Buffer) {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
    promisify(gzip)(content),
  ]);
  return { br, gzip: zipped };
}

async function load(file: string, urlPath: string): Promise<WebFile> {
  const plain = readFileSync(file);
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  return {
    type,
    // The names of assets contain a hash of their content.
    cacheControl: urlPath.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    ...(COMPRESSIBLE.test(type) ? await compressed(plain) : { br: null, gzip: null }),
  };
}

/**
 * Reads the built page into memory, compressed. Source maps and dotfiles are left out.
 * @param webDir folder of the built page
 * @throws StartError where it has not been built
 */
export async function loadWebFiles(webDir: string): Promise<WebFiles> {
  let names: string[];
  try {
    names = readdirSync(webDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(webDir, path.join(entry.parentPath, entry.name)));
  } catch {
    names = [];
  }
  const served = names
    .map((name) => name.split(path.sep))
    .filter((parts) => !parts.some((part) => part.startsWith('.')))
    .filter((parts) => !(parts.at(-1) ?? '').endsWith('.map'));
  const files = new Map(
    await Promise.all(
      served.map(async (parts) => {
        const urlPath = `/${parts.join('/')}`;
        return [urlPath, await load(path.join(webDir, ...parts), urlPath)] as const;
      }),
    ),
  );
  const index = files.get('/index.html');
  if (index === undefined) {
    throw new StartError(
      `The page is not built: ${webDir}/index.html is missing. Run: npm run build`,
    );
  }

  return {
    answer(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw methodNotAllowed('GET, HEAD');
      }
      const wanted = rawPath(request.raw.url ?? '/');
      const file = files.get(wanted === '/' ? '/index.html' : wanted);
      if (file !== undefined) return send(file, request, reply);
      const isNavigation =
        (request.headers.accept ?? '').includes('text/html') &&
        !/\.[^/]*$/.test(wanted) &&
        !DEVIOUS.test(wanted) &&
        !wanted.startsWith('/assets/');
      if (isNavigation) return send(index, request, reply);
      throw failure(404, 'not_found', 'There is nothing at this address.');
    },
  };
}

/** Whether a coding is named in Accept-Encoding and not refused by a weight of 0. RFC 9110, 12.5.3. */
function accepts(header: string, coding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''));
}

function send(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'Cache-Control': file.cacheControl, ETag: file.etag, Vary: 'Accept-Encoding' });
  if (request.headers['if-none-match']?.includes(file.etag) === true) return reply.code(304).send();
  reply.type(file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  for (const coding of ['br', 'gzip'] as const) {
    const body = file[coding];
    if (body === null || !accepts(accepted, coding)) continue;
    reply.header('Content-Encoding', coding);
    return sendBytes(body, request, reply);
  }
  return sendBytes(file.plain, request, reply);
}

function sendBytes(body: Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(body);
  return reply.header('Content-Length', body.length).send();
}
