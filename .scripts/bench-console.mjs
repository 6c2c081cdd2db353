// The console: reads through its proxy beside a bare forwarder, durable dispatches, bytes of the page.
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'libsql';
import { Pool } from 'undici';
import { load, startProgram } from './bench-load.mjs';

const PORT = 18_782;
const SERVICE_PORT = 18_783;
const WORLD = 'fleet-1k';
const origin = `http://127.0.0.1:${PORT}`;
const upstream = `http://127.0.0.1:${SERVICE_PORT}`;

/** Passes each request on with the token, and nothing else. */
async function bareForwarder(authorization) {
  const pool = new Pool(upstream, { connections: 16 });
  const pass = async (request, response) => {
    const answer = await pool.request({
      path: request.url,
      method: 'GET',
      headers: { authorization },
    });
    response.writeHead(answer.statusCode, answer.headers);
    answer.body.pipe(response);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pool.close();
    },
  };
}

/** Reads both ways in turn, then dispatches to a small Collective for as long. */
export async function throughConsole(dataDir, ms) {
  const program = await startProgram(
    'start.js',
    {
      DATA_DIR: dataDir,
      PORT: String(PORT),
      SERVICE_PORT: String(SERVICE_PORT),
      SERVICE_WORLD: WORLD,
    },
    /Started in/,
  );
  const db = new Database(path.join(dataDir, `service-${WORLD}-1.db`));
  const ids = db.prepare('select id from entity limit 200').all();
  const { id: collective } = db
    .prepare(
      'select collective_id as id from collective_entity group by 1 having count(*) = 10 limit 1',
    )
    .get();
  db.close();
  const headers = { 'x-gridhelm': '1', 'content-type': 'application/json' };
  const signIn = await fetch(`${origin}/auth/demo`, {
    method: 'POST',
    headers: { ...headers, origin },
    body: JSON.stringify({ role: 'operator' }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const made = JSON.parse(readFileSync(path.join(dataDir, 'service-credentials.json'), 'utf8'));
  const token = await fetch(`${upstream}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.clientId,
      client_secret: made.clientSecret,
      scope: 'esp',
    }),
  });
  const forwarder = await bareForwarder(`Bearer ${(await token.json()).access_token}`);
  const features = (prefix, more) =>
    ids.map(({ id }) => ({
      method: 'GET',
      path: `${prefix}/v1/entities/${id}/features`,
      headers: more,
    }));
  const ways = {
    'bare forwarder': await load(forwarder.origin, features('', {}), ms),
    console: await load(origin, features('/api', { 'x-gridhelm': '1', cookie }), ms),
  };
  await forwarder.close();
  const began = performance.now();
  let dispatches = 0;
  while (performance.now() - began < ms) {
    const answer = await fetch(`${origin}/api/v1/collectives/${collective}/commands`, {
      method: 'POST',
      headers: { ...headers, origin, cookie, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ type: 'StopCharging', value: null }),
    });
    if (answer.status !== 201)
      throw new Error(`a dispatch got ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    dispatches += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  await program.stop();
  const ratio = ways.console.perSecond / ways['bare forwarder'].perSecond;
  return { ways, ratio, dispatchesPerSecond: dispatches / seconds };
}

/** Brotli bytes of the scripts that index.html names, the routes of the page, and what those import. */
export function firstLoadBytes(root) {
  const web = path.join(root, 'dist', 'web');
  const html = readFileSync(path.join(web, 'index.html'), 'utf8');
  const assets = readdirSync(path.join(web, 'assets')).filter((name) => name.endsWith('.js'));
  const wanted = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(
    (match) => match[1],
  );
  wanted.push(...assets.filter((name) => /^_app(?:\.collectives\.index)?-/.test(name)));
  const seen = new Set();
  while (wanted.length > 0) {
    const name = wanted.pop();
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(path.join(web, 'assets', name), 'utf8');
    for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      wanted.push(match[1]);
  }
  return [...seen].reduce(
    (sum, name) => sum + statSync(path.join(web, 'assets', `${name}.br`)).size,
    0,
  );
}
