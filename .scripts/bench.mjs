// `npm run bench`: measures the product on this machine and prints a table; `-- --quick` in under a
// minute, `-- --tracking`, `-- --directory` or `-- --reports` that part only, `-- --write` also writes it to
// docs/bench.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
const { collectiveCommand, reads, startUp } = await import('./bench-service.mjs');
const { firstLoadBytes, throughConsole } = await import('./bench-console.mjs');
const { directoryAndMap } = await import('./bench-directory.mjs');
const { reports } = await import('./bench-reports.mjs');
const { followBatch } = await import('./bench-tracking.mjs');

const isQuick = process.argv.includes('--quick');
const eachMs = isQuick ? 1_500 : 5_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'gridhelm-bench-'));
const lines = [];
const say = (line = '') => {
  lines.push(line);
  console.log(line);
};
const table = (head, rows) => {
  say(`| ${head.join(' | ')} |`);
  say(`| ${head.map(() => '---').join(' | ')} |`);
  for (const row of rows) say(`| ${row.join(' | ')} |`);
  say();
};
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

async function serviceAndProxy() {
  const worlds = isQuick
    ? ['demo', 'fleet-1k', 'fleet-10k']
    : ['demo', 'fleet-1k', 'fleet-10k', 'fleet-100k'];
  const starts = [];
  for (const world of worlds) starts.push(await startUp(dataDir, world));
  say('## Embedded service: start-up and memory');
  say();
  table(
    [
      'World',
      'First load',
      'Later start',
      'Peak memory at first load',
      'Memory after a later start',
    ],
    starts.map((row) => [
      row.world,
      ms(row.firstMs),
      ms(row.laterMs),
      `${row.peakMb} MB`,
      `${row.mb} MB`,
    ]),
  );
  const world = worlds.at(-1);
  const { rows, memory } = await reads(dataDir, world, eachMs);
  say(`## Embedded service: reads in ${world}, 16 connections`);
  say();
  table(
    ['Read', 'Requests/s', 'p50', 'p99', 'Failed'],
    rows.map((row) => [row.name, Math.round(row.perSecond), ms(row.p50), ms(row.p99), row.failed]),
  );
  say(`Memory afterwards: ${memory.now} MB.`);
  say();
  const batch = await collectiveCommand(dataDir, world, 10_000);
  say(`## Embedded service: a Command to ${batch.entities} Entities, SERVICE_CLOCK ${batch.clock}`);
  say();
  table(
    ['Answer after', 'Last final state after', 'Reads meanwhile/s', 'their p99', 'Peak memory'],
    [
      [
        ms(batch.answeredMs),
        ms(batch.finalMs),
        Math.round(batch.meanwhile.perSecond),
        ms(batch.meanwhile.p99),
        `${batch.memory.most} MB`,
      ],
    ],
  );
  const proxy = await throughConsole(dataDir, eachMs);
  say('## Console: a read through it, beside a bare forwarder');
  say();
  table(
    ['Way', 'Requests/s', 'p50', 'p99', 'Failed'],
    Object.entries(proxy.ways).map(([name, row]) => [
      name,
      Math.round(row.perSecond),
      ms(row.p50),
      ms(row.p99),
      row.failed,
    ]),
  );
  say(`Console to forwarder: ${proxy.ratio.toFixed(2)} of its requests/s.`);
  say(
    `Dispatches that were made durable, sent and stored: ${Math.round(proxy.dispatchesPerSecond)} per second.`,
  );
  say(
    `JavaScript of the first load of the Collectives page: ${firstLoadBytes(root)} bytes (brotli).`,
  );
}

async function tracking() {
  const followed = [];
  // A budget of 20 needs about ten minutes for 10,000 Entities: that run is cut short.
  followed.push(await followBatch(dataDir, 'fleet-10k', 10_000, 20, isQuick ? 10_000 : 60_000));
  if (!isQuick) {
    followed.push(await followBatch(dataDir, 'fleet-1k', 1_000, 20, 180_000));
    followed.push(await followBatch(dataDir, 'fleet-10k', 10_000, 200, 240_000));
  }
  say('## Console: following a batch, SERVICE_CLOCK real');
  say();
  table(
    [
      'Entities',
      'Budget',
      'Followed for',
      'Requests',
      'Most in a second, at the service',
      'Changes seen',
      'Requests per change',
      "Last device's change → settled in the stream",
      'Events in the stream',
    ],
    followed.map((row) => [
      row.entities,
      `${row.perSecond}/s`,
      `${row.secondsFollowed.toFixed(1)} s`,
      row.requests,
      row.most,
      row.changes,
      (row.requests / row.changes).toFixed(2),
      row.lastToStreamMs === null ? 'not settled yet' : ms(row.lastToStreamMs),
      row.events,
    ]),
  );
  table(
    ['Entities', 'Budget', 'Whole batch', 'What changed in 0.5 s (p50)', '(most)', 'Peak memory'],
    followed.map((row) => [
      row.entities,
      `${row.perSecond}/s`,
      ms(row.wholeMs),
      ms(row.partP50),
      ms(row.partMost),
      `${row.memory.most} MB`,
    ]),
  );
}

async function directory() {
  const world = isQuick ? 'fleet-10k' : 'fleet-100k';
  const figures = await directoryAndMap(dataDir, world, isQuick ? 1000 : 5000);
  const { places, perSecond, asked, drawn, gathered } = figures;
  say(`## Console: directory and map of ${world}, ${places} places`);
  say();
  table(
    ['Answer', 'p50', 'most', 'Bytes'],
    asked.map((row) => [row.name, ms(row.p50), ms(row.most), row.bytes]),
  );
  table(
    ['In the browser', 'Click → drawn', 'Data → drawn', 'Tasks over 50 ms', 'Longest'],
    drawn.map((row) => [
      row.name,
      row.ms === null ? '' : ms(row.ms),
      row.afterData === null ? '' : ms(row.afterData),
      row.longTasks,
      row.longest === 0 ? '' : ms(row.longest),
    ]),
  );
  table(
    [
      'Locations gathered',
      'Budget',
      'Took',
      'Most in a second, at the service',
      'Page read meanwhile (p50, p99, most)',
      'Page read before (p50, p99, most)',
      'Tasks over 50 ms on the map meanwhile (longest)',
    ],
    [
      [
        gathered.requests,
        `${perSecond}/s`,
        `${gathered.seconds.toFixed(1)} s`,
        gathered.most,
        [gathered.noticed.p50, gathered.noticed.p99, gathered.noticed.most].map(ms).join(', '),
        [gathered.quiet.p50, gathered.quiet.p99, gathered.quiet.most].map(ms).join(', '),
        `${gathered.drawn.longTasks} (${ms(gathered.drawn.longest)})`,
      ],
    ],
  );
  say(`Starting took ${ms(gathered.startMs)}; peak memory ${figures.memory.most} MB.`);
}

async function chargeReports() {
  const figures = await reports(dataDir, isQuick);
  const { latencyMs, atOnce, runs, asked, exports, rows } = figures;
  const seconds = (value) => `${(value / 1000).toFixed(1)} s`;
  say(
    `## Console: reports, a service that answers after ${latencyMs} ms, ${atOnce} requests at once`,
  );
  say();
  table(
    [
      'Entities × sessions',
      'Budget',
      'Pages',
      'Allowed by latency and budget',
      'Took',
      'Ratio',
      'Sessions/s',
      'First partial result',
      'Progress asked for meanwhile (p50, most)',
      'Peak memory',
    ],
    runs.map((row) => [
      `${row.count} × ${row.sessions}`,
      `${row.perSecond}/s`,
      row.pages,
      seconds(row.idealMs),
      seconds(row.ms),
      row.ratio.toFixed(2),
      Math.round(row.perSession),
      ms(row.firstMs ?? row.ms),
      `${ms(row.p50)}, ${ms(row.most)}`,
      `${row.memory} MB`,
    ]),
  );
  table(
    [`Answer, ${rows} sessions stored`, 'p50', 'most'],
    asked.map((row) => [row.name, ms(row.p50), ms(row.most)]),
  );
  table(
    ['Export', 'Sessions', 'Took', 'Sessions/s', 'Bytes', 'Memory before', 'Most memory'],
    exports.map((row) => [
      row.format,
      row.sessions,
      seconds(row.ms),
      Math.round(row.perSecond),
      row.bytes,
      `${row.before} MB`,
      `${row.most} MB`,
    ]),
  );
}

const PARTS = {
  '--tracking': tracking,
  '--directory': directory,
  '--reports': chargeReports,
};

try {
  say('# Benchmark');
  say();
  say(
    `${availableParallelism()} cores, Node ${process.versions.node}; load generator and servers share them.`,
  );
  say();
  const only = Object.keys(PARTS).find((part) => process.argv.includes(part));
  if (only === undefined) {
    await serviceAndProxy();
    say();
  }
  for (const [part, measure] of Object.entries(PARTS)) {
    if (only === undefined || only === part) await measure();
  }
  if (process.argv.includes('--write'))
    writeFileSync(path.join(root, 'docs', 'bench.md'), `${lines.join('\n')}\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
