// The console: reads through its proxy beside a bare forwarder, durable dispatches, bytes of the page.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { signIn } from './console-client.ts';
import { firstLoadBytes } from './first-load.ts';
import { load } from './load.ts';
import { type Markdown, ms } from './markdown.ts';
import { listenOn } from './listen.ts';
import { CONSOLE_ORIGIN, SERVICE_ORIGIN, startConsole } from './programs.ts';
import { authorization, collectiveOf, openWorld } from './service-world.ts';

const WORLD = 'fleet-1k';

/** Passes each request on with the token, and nothing else. */
async function bareForwarder(token: string) {
  const pool = new Pool(SERVICE_ORIGIN, { connections: 16 });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await pool.request({
      path: request.url ?? '/',
      method: 'GET',
      headers: { authorization: token },
    });
    response.writeHead(answer.statusCode, answer.headers);
    answer.body.pipe(response);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return {
    origin: `http://127.0.0.1:${await listenOn(server)}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pool.close();
    },
  };
}

/** Reads both ways in turn, then dispatches to a small Collective. @param eachMs for how long each */
export async function throughConsole(
  { say, table }: Markdown,
  dataDir: string,
  eachMs: number,
): Promise<void> {
  const program = await startConsole({
    DATA_DIR: dataDir,
    SERVICE_WORLD: WORLD,
    DISPATCH_GUARD_MINUTES: '0',
  });
  const db = openWorld(dataDir, WORLD);
  const entities = await db.selectFrom('entity').select('id').limit(200).execute();
  const collective = await collectiveOf(db, 10);
  await db.destroy();
  const client = await signIn('demoSignIn', { role: 'operator' });
  const forwarder = await bareForwarder(await authorization(dataDir));
  const features = (prefix: string, headers: Readonly<Record<string, string>>) =>
    entities.map(({ id }) => ({
      path: prefix + fillPath(ENDPOINTS.listFeatures.path, { entityId: id }),
      headers,
    }));
  const bare = await load(forwarder.origin, features('', {}), eachMs);
  const own = await load(CONSOLE_ORIGIN, features(PROXY_PREFIX, client.headers), eachMs);
  await forwarder.close();
  const began = performance.now();
  let dispatches = 0;
  while (performance.now() - began < eachMs) {
    await client.dispatch(collective, randomUUID());
    dispatches += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  await program.stop();
  say('## Console: a read through it, beside a bare forwarder');
  say();
  table(
    ['Way', 'Requests/s', 'p50', 'p99', 'Failed'],
    Object.entries({ 'bare forwarder': bare, console: own }).map(([name, row]) => [
      name,
      Math.round(row.perSecond),
      ms(row.p50),
      ms(row.p99),
      row.failed,
    ]),
  );
  say(`Console to forwarder: ${(own.perSecond / bare.perSecond).toFixed(2)} of its requests/s.`);
  say(`Dispatches made durable, sent and stored: ${Math.round(dispatches / seconds)} per second.`);
  say(
    `JavaScript of the first load of the Collectives page: ${firstLoadBytes('collectives')} bytes (brotli).`,
  );
  say();
}
