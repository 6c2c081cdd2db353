// Following a batch: what it costs the service, how soon a change is on its way to the browsers, and how
// long the batch page takes meanwhile.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { createParser } from 'eventsource-parser';
import { startProgram } from './bench-load.mjs';

const PORT = 18_784;
const SERVICE_PORT = 18_785;
const CONTROL_PORT = 18_786;
const origin = `http://127.0.0.1:${PORT}`;
const page = { 'x-gridhelm': '1', 'content-type': 'application/json', origin };

async function signIn() {
  const answer = await fetch(`${origin}/auth/demo`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ role: 'operator' }),
  });
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0]);
  return { ...page, cookie: cookies.join('; ') };
}

/** Reads the live stream until `onChanges` says that it is enough. */
async function listen(headers, onChanges, signal) {
  const answer = await fetch(`${origin}/api/console/live`, { headers, signal });
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'changes') onChanges(JSON.parse(data));
    },
  });
  try {
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) parser.feed(part);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function timed(url, headers) {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${url} got ${answer.status}`);
  return { ms: performance.now() - began, body };
}

/** Watches the devices of a batch; resolves with the instant at which the last one is done. */
async function lastDevice(db, until) {
  const left = db.prepare('select count(*) as rows from command where due_ms is not null');
  while (performance.now() < until) {
    if (left.get().rows === 0) return performance.now();
    await setTimeout(50);
  }
  return null;
}

/**
 * Sends a Command to a Collective of `entities` and follows it until it is settled, or for `maxMs`.
 * @param perSecond the budget of the console's own requests
 */
export async function followBatch(dir, world, entities, perSecond, maxMs) {
  // A store of its own: what another run left open would be followed too.
  const dataDir = mkdtempSync(path.join(dir, 'follow-'));
  const program = await startProgram(
    'start.js',
    {
      DATA_DIR: dataDir,
      PORT: String(PORT),
      SERVICE_PORT: String(SERVICE_PORT),
      SERVICE_CONTROL_PORT: String(CONTROL_PORT),
      SERVICE_WORLD: world,
      TRACKER_REQUESTS_PER_SECOND: String(perSecond),
      DISPATCH_GUARD_MINUTES: '0',
    },
    /Started in/,
  );
  const service = new Database(path.join(dataDir, `service-${world}-1.db`));
  const { id: collective } = service
    .prepare(
      'select collective_id as id from collective_entity group by 1 having count(*) = ? limit 1',
    )
    .get(entities);
  const headers = await signIn();
  const id = randomUUID();
  const stop = new AbortController();
  const seen = { settledAt: null, events: 0 };
  const listening = listen(
    headers,
    ({ batches }) => {
      const batch = batches.find((each) => each.id === id);
      if (batch === undefined) return;
      seen.events += 1;
      if (batch.outcome === 'accepted' && batch.settled) seen.settledAt ??= performance.now();
    },
    stop.signal,
  );
  const began = performance.now();
  const sent = await fetch(`${origin}/api/v1/collectives/${collective}/commands`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': id },
    body: JSON.stringify({ type: 'StopCharging', value: null }),
  });
  if (sent.status !== 201) throw new Error(`the dispatch got ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
  const until = began + maxMs;
  const lastChange = lastDevice(service, until);
  const whole = await timed(`${origin}/api/console/batches/${id}`, headers);
  let { version } = whole.body;
  const parts = [];
  while (seen.settledAt === null && performance.now() < until) {
    await setTimeout(500);
    const part = await timed(`${origin}/api/console/batches/${id}?since=${version}`, headers);
    ({ version } = part.body);
    parts.push(part.ms);
  }
  const lastAt = await lastChange;
  const { settledAt, events } = seen;
  stop.abort();
  await listening;
  const received = await (await fetch(`http://127.0.0.1:${CONTROL_PORT}/requests`)).json();
  const memory = program.memory();
  await program.stop();
  service.close();
  const store = new Database(path.join(dataDir, 'console.db'), { readonly: true });
  const changes = store
    .prepare('select count(*) as n from command_observations where sequence > 0 and intent_id = ?')
    .get(id).n;
  store.close();
  parts.sort((a, b) => a - b);
  return {
    entities,
    perSecond,
    requests: received.counts.getCommand ?? 0,
    most: received.mostInASecond.getCommand ?? 0,
    changes,
    events,
    secondsFollowed: ((settledAt ?? performance.now()) - began) / 1000,
    lastToStreamMs: settledAt === null || lastAt === null ? null : settledAt - lastAt,
    wholeMs: whole.ms,
    partP50: parts[Math.floor(parts.length / 2)] ?? 0,
    partMost: parts.at(-1) ?? 0,
    memory,
  };
}
