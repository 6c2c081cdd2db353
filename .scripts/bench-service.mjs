// The embedded service: start-up and memory by world, the commonest reads, a Command to 10,000 Entities.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { load, startProgram } from './bench-load.mjs';

/** Simulated seconds per real second while a Command is followed to its end. */
const CLOCK = 10;
const PORT = 18_781;
const origin = `http://127.0.0.1:${PORT}`;

function start(dataDir, world, clock = 1) {
  const env = {
    DATA_DIR: dataDir,
    SERVICE_WORLD: world,
    SERVICE_PORT: String(PORT),
    SERVICE_CLOCK: String(clock),
  };
  return startProgram('service.js', env, /World: /);
}

function database(dataDir, world) {
  const file = readdirSync(dataDir).find((name) => name === `service-${world}-1.db`);
  return new Database(path.join(dataDir, file));
}

async function authorization(dataDir) {
  const made = JSON.parse(readFileSync(path.join(dataDir, 'service-credentials.json'), 'utf8'));
  const answer = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.clientId,
      client_secret: made.clientSecret,
      scope: 'esp',
    }),
  });
  return `Bearer ${(await answer.json()).access_token}`;
}

/** First load, later start and memory of a world. */
export async function startUp(dataDir, world) {
  const first = await start(dataDir, world);
  const loading = first.memory();
  await first.stop();
  const later = await start(dataDir, world);
  const memory = later.memory();
  await later.stop();
  return {
    world,
    firstMs: first.startMs,
    laterMs: later.startMs,
    peakMb: loading.most,
    mb: memory.now,
  };
}

/** Requests per second and latencies of the five commonest reads. */
export async function reads(dataDir, world, ms) {
  const db = database(dataDir, world);
  const entities = db
    .prepare(
      `select entity_id as id, min(id) as command from command
       where entity_id in (select entity_id from feature where enabled = 1) group by 1 limit 500`,
    )
    .all();
  db.close();
  const program = await start(dataDir, world);
  const headers = { authorization: await authorization(dataDir) };
  const paths = {
    'list of Commands': ({ id }) => `/v1/entities/${id}/commands`,
    'one Command': ({ id, command }) => `/v1/entities/${id}/commands/${command}`,
    'list of charge sessions': ({ id }) => `/v1/entities/${id}/charge-sessions`,
    features: ({ id }) => `/v1/entities/${id}/features`,
    'battery capacity': ({ id }) => `/v1/entities/${id}/battery-capacity`,
  };
  const rows = [];
  for (const [name, pathOf] of Object.entries(paths)) {
    const requests = entities.map((row) => ({ path: pathOf(row), method: 'GET', headers }));
    rows.push({ name, ...(await load(origin, requests, ms)) });
  }
  const memory = program.memory();
  await program.stop();
  return { rows, memory };
}

/** A Command to a whole Collective: time to its answer and to the last final state, and reads meanwhile. */
export async function collectiveCommand(dataDir, world, entities) {
  const db = database(dataDir, world);
  const { id } = db
    .prepare(
      'select collective_id as id from collective_entity group by 1 having count(*) = ? limit 1',
    )
    .get(entities);
  const { id: entity } = db.prepare('select min(id) as id from entity').get();
  const program = await start(dataDir, world, CLOCK);
  const headers = {
    authorization: await authorization(dataDir),
    'content-type': 'application/json',
  };
  const began = performance.now();
  const answer = await fetch(`${origin}/v1/collectives/${id}/commands`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type: 'StopCharging', value: null }),
  });
  const { commands } = await answer.json();
  const answeredMs = performance.now() - began;
  const reading = load(
    origin,
    [{ path: `/v1/entities/${entity}/commands`, method: 'GET', headers }],
    5_000,
  );
  const left = db.prepare('select count(*) as rows from command where due_ms is not null');
  while (left.get().rows > 0) await setTimeout(50);
  const finalMs = performance.now() - began;
  const meanwhile = await reading;
  const memory = program.memory();
  await program.stop();
  db.close();
  return { entities: commands.length, clock: CLOCK, answeredMs, finalMs, meanwhile, memory };
}
