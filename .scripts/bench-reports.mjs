// Reports: how long reading takes beside what latency and budget allow, and what is asked of a run then.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { startProgram } from './bench-load.mjs';
import { entityId, startReportService } from './bench-report-service.mjs';

const PORT = 18_790;
const LATENCY_MS = 50;
/** Half of SERVICE_MAX_IN_FLIGHT. */
const AT_ONCE = 16;
const PERIOD = { kind: 'range', from: '2026-01-01', to: '2026-03-31' };
const GROUPINGS =
  'entity collective location address hour day week month hour-weekday register'.split(' ');
const origin = `http://127.0.0.1:${PORT}`;
const page = { 'x-gridhelm': '1', 'content-type': 'application/json', origin };

/** Starts a console of its own before the stand-in service, with its first administrator signed in. */
async function startConsole(dir, service, perSecond) {
  const dataDir = mkdtempSync(path.join(dir, 'reports-'));
  const program = await startProgram(
    'start.js',
    {
      DATA_DIR: dataDir,
      PORT: String(PORT),
      SERVICE_BASE_URL: service.baseUrl,
      SERVICE_AUTH_URL: service.authUrl,
      SERVICE_CLIENT_ID: 'bench',
      SERVICE_CLIENT_SECRET: 'bench',
      TRACKER_REQUESTS_PER_SECOND: String(perSecond),
    },
    /Started in/,
  );
  const [, code] = /one-time code (\S+)/.exec(program.printed) ?? [];
  const answer = await fetch(`${origin}/auth/setup`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ code, name: 'Bench', password: 'a long benchmark' }),
  });
  if (!answer.ok) throw new Error(`the set-up got ${answer.status}: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0]);
  return { program, headers: { ...page, cookie: cookies.join('; ') } };
}

async function ask(headers, way, body) {
  const began = performance.now();
  const answer = await fetch(`${origin}/api/console/reports${way}`, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${way} got ${answer.status}: ${text.slice(0, 300)}`);
  return { ms: performance.now() - began, body: JSON.parse(text) };
}

const definition = (entities) => ({
  scope: { collectives: [], entities, types: [], tags: [] },
  period: PERIOD,
  zone: 'Europe/Zurich',
  boundary: 'split',
  grouping: 'entity',
  tariff: null,
  thresholds: { hugeEnergyKwh: 250, implausibleBatteryKwh: 200 },
});

/** Waits for a run to end; other reads go on meanwhile. */
async function untilRead(headers, id, began) {
  let firstMs = null;
  const meanwhile = [];
  for (;;) {
    const { ms, body: run } = await ask(headers, `/runs/${id}`);
    meanwhile.push(ms);
    if (firstMs === null && run.progress.sessions > 0) {
      const { body } = await ask(headers, `/runs/${id}/groups?by=day&limit=10`);
      if (body.totals.length > 0) firstMs = performance.now() - began;
    }
    if (run.state !== 'running') {
      meanwhile.sort((a, b) => a - b);
      const at = (share) => meanwhile[Math.floor((meanwhile.length - 1) * share)];
      return { run, ms: performance.now() - began, firstMs, p50: at(0.5), most: at(1) };
    }
    await setTimeout(firstMs === null ? 20 : 250);
  }
}

/** Reads a report of `count` Entities with `sessions` sessions each. */
async function readReport({ program, headers }, service, count, sessions, perSecond) {
  const entities = Array.from({ length: count }, (_, at) => entityId(sessions, at));
  const before = await service.pages();
  const began = performance.now();
  const started = await ask(headers, '/runs', { definition: definition(entities), saved: null });
  const read = await untilRead(headers, started.body.id, began);
  const pages = (await service.pages()) - before;
  const idealMs = Math.max((pages * LATENCY_MS) / AT_ONCE, (pages / perSecond) * 1000);
  return {
    ...read,
    id: started.body.id,
    count,
    sessions,
    perSecond,
    pages,
    idealMs,
    ratio: read.ms / idealMs,
    perSession: (count * sessions) / (read.ms / 1000),
    memory: program.memory().most,
  };
}

async function several(headers, name, way, times) {
  const all = [];
  for (let at = 0; at < times; at += 1) all.push((await ask(headers, way)).ms);
  all.sort((a, b) => a - b);
  return { name, p50: all[Math.floor(times / 2)], most: all.at(-1) };
}

/** Asks for everything that the pages of a report show. */
async function questions(headers, id, other, times) {
  const run = `/runs/${id}`;
  const rows = [];
  for (const by of GROUPINGS) {
    rows.push(
      await several(headers, `grouped by ${by}`, `${run}/groups?by=${by}&limit=100`, times),
    );
  }
  const more = {
    'Entities, most energy first': `${run}/groups?by=entity&order=energy&direction=down&limit=100`,
    'over time, stacked': `${run}/series?grain=day&by=location`,
    'distribution of energy': `${run}/distribution?of=energy`,
    'distribution of duration': `${run}/distribution?of=duration`,
    'sessions of an Entity': `${run}/sessions?entity=${entityId(10_000, 50)}&limit=100`,
    'sessions of a day': `${run}/sessions?from=2026-02-15&to=2026-02-15&limit=100`,
    'sessions of an hour of the week': `${run}/sessions?weekday=2&hour=7&limit=100`,
    findings: `${run}/findings`,
  };
  for (const [name, way] of Object.entries(more)) {
    rows.push(await several(headers, name, way, times));
  }
  const compared = {
    'compared with another run': `${run}/comparison?earlier=${other}`,
    'groups of two runs, by Entity': `${run}/comparison/groups?earlier=${other}&by=entity&limit=100`,
    'groups of two runs, by hour': `${run}/comparison/groups?earlier=${other}&by=hour&limit=100`,
    'sessions that only one of two runs has': `${run}/differences?earlier=${other}&kind=added&limit=100`,
  };
  for (const [name, way] of Object.entries(compared)) {
    rows.push(await several(headers, name, way, times));
  }
  return rows;
}

/** Takes an export out as fast as it comes; the memory is the largest that was seen meanwhile. */
async function takeOut({ program, headers }, id, format, sessions) {
  let most = program.memory().now;
  const before = most;
  const look = setInterval(() => {
    most = Math.max(most, program.memory().now);
  }, 50);
  const began = performance.now();
  const answer = await fetch(`${origin}/api/console/reports/runs/${id}/export/${format}`, {
    headers,
  });
  if (!answer.ok) throw new Error(`the export got ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const part of answer.body) bytes += part.length;
  const ms = performance.now() - began;
  clearInterval(look);
  return { format, sessions, ms, bytes, perSecond: sessions / (ms / 1000), before, most };
}

/**
 * Measures reports.
 * @param isQuick a tenth of the Entities
 */
export async function reports(dir, isQuick) {
  const service = await startReportService(LATENCY_MS);
  const many = isQuick ? 10 : 100;
  const runs = [];
  try {
    const slow = await startConsole(dir, service, 20);
    runs.push(await readReport(slow, service, isQuick ? 100 : 1000, 100, 20));
    await slow.program.stop();
    const fast = await startConsole(dir, service, 500);
    const small = await readReport(fast, service, 1000, 100, 500);
    runs.push(small);
    const large = await readReport(fast, service, many, 10_000, 500);
    runs.push(large);
    const asked = await questions(fast.headers, large.id, small.id, 5);
    const exports = [];
    for (const format of ['csv', 'xlsx']) {
      exports.push(await takeOut(fast, large.id, format, many * 10_000));
    }
    await fast.program.stop();
    return { latencyMs: LATENCY_MS, atOnce: AT_ONCE, runs, asked, exports, rows: many * 10_000 };
  } finally {
    await service.stop();
  }
}
