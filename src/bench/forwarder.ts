// The baseline for the console's proxy, as a program: forwards each read with a token and checks nothing.
// FORWARD_TO is the address of the Service, FORWARD_WITH the implementation. Prints its port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import fastifyReplyFrom from '@fastify/reply-from';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { z } from '../contract/zod.ts';
import { listenOn } from './listen.ts';

const CONNECTIONS = 16;
const AUTHORIZATION = 'Bearer t';

const settings = z.object({
  FORWARD_TO: z.url(),
  FORWARD_WITH: z.enum(['undici', 'reply-from']),
});

/** With plain `node:http` and undici. */
function bare(origin: string): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await pool.request({
      path: (request.url ?? '/').slice(PROXY_PREFIX.length),
      method: 'GET',
      headers: { authorization: AUTHORIZATION },
    });
    response.writeHead(answer.statusCode, answer.headers);
    answer.body.pipe(response);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return listenOn(server);
}

/** With Fastify and its proxy plugin. */
async function replyFrom(origin: string): Promise<number> {
  const app = Fastify({ logger: false });
  const undici = { connections: CONNECTIONS, pipelining: 1 };
  await app.register(fastifyReplyFrom, { base: origin, undici });
  app.get(`${PROXY_PREFIX}/*`, (request, reply) =>
    reply.from(request.url.slice(PROXY_PREFIX.length), {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, authorization: AUTHORIZATION }),
    }),
  );
  await app.ready();
  return listenOn(app.server);
}

const { FORWARD_TO, FORWARD_WITH } = settings.parse(process.env);
const start = { undici: bare, 'reply-from': replyFrom }[FORWARD_WITH];
process.stdout.write(`Listening on ${await start(FORWARD_TO)}\n`);
