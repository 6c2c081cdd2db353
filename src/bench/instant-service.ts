// A stand-in for the Device Connectivity Service, as a program: accepts every Command at once, answers some
// reads after LATENCY_MS (0 by default), and prints its port.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from '../contract/zod.ts';
import { instantRead } from './instant-reads.ts';
import { listenOn } from './listen.ts';
import { memberId, sizeOf } from './instant-world.ts';

const { LATENCY_MS } = z.object({ LATENCY_MS: z.coerce.number().default(0) }).parse(process.env);
const TOKEN = '{"access_token":"t","token_type":"Bearer","expires_in":36000}';
/** The answer to everything else that the console requests while it follows a batch. */
const NOT_FOUND = '{"errors":[{"title":"Not Found"}]}';

/** The answer to a Command of a Collective: one Pending Command per Entity. */
function accepted(collective: number, type: string): string {
  const commands = Array.from({ length: sizeOf(collective) }, (_, at) => ({
    id: randomUUID(),
    entityId: memberId(collective, at),
    status: 'Pending',
    type,
    value: null,
    triggerTime: new Date().toISOString(),
    error: null,
    verification: null,
  }));
  return JSON.stringify({ batchId: randomUUID(), commands });
}

const server = createServer((request, response) => {
  const send = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  };
  request.resume();
  const url = new URL(request.url ?? '/', 'http://service');
  const { pathname } = url;
  if (pathname === '/token') return send(200, TOKEN);
  const read = request.method === 'GET' ? instantRead(url) : null;
  if (read !== null) {
    if (LATENCY_MS === 0) return send(200, read);
    setTimeout(() => send(200, read), LATENCY_MS);
    return;
  }
  const [, id] = /^\/v1\/collectives\/([^/]+)\/commands$/.exec(pathname) ?? [];
  if (request.method !== 'POST' || id === undefined) return send(404, NOT_FOUND);
  send(201, accepted(Number(id.slice(-12)), 'StopCharging'));
});
process.stdout.write(`Listening on ${await listenOn(server)}\n`);
