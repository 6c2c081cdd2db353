// `npm run bench`: measures the built product on this machine and prints tables; CONTRIBUTING.md has the options.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { directory } from './directory.ts';
import { dispatches } from './dispatch.ts';
import { fleet } from './fleet.ts';
import { makeMarkdown } from './markdown.ts';
import { mixed } from './mixed.ts';
import { openPages } from './open-pages.ts';
import { pages } from './pages.ts';
import { proxy } from './proxy.ts';
import { reports } from './reports.ts';
import { collectiveCommand, reads, startUp } from './service.ts';
import { tracking } from './tracking.ts';

const has = (option: string): boolean => process.argv.includes(option);
const isQuick = has('--quick');
const EACH_MS = isQuick ? 1_500 : 5_000;
const LARGEST = isQuick ? 'fleet-10k' : 'fleet-100k';
const dataDir = mkdtempSync(path.join(tmpdir(), 'gridhelm-bench-'));
const markdown = makeMarkdown((line) => console.log(line));

async function serviceAndProxy(): Promise<void> {
  const worlds = ['demo', 'fleet-1k', 'fleet-10k', 'fleet-100k'];
  await startUp(markdown, dataDir, worlds.slice(0, worlds.indexOf(LARGEST) + 1));
  await reads(markdown, dataDir, LARGEST, EACH_MS);
  await collectiveCommand(markdown, dataDir, LARGEST, 10_000);
}

/** The number of Entities given after an option, such as `--fleet 10000`. */
function entitiesAfter(option: string, fallback: number): number {
  const given = Number(process.argv[process.argv.indexOf(option) + 1]);
  return has(option) && Number.isInteger(given) ? given : fallback;
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  '--proxy': () => proxy(markdown, dataDir, isQuick ? 500 : 1_500),
  '--dispatch': () => dispatches(markdown, dataDir, EACH_MS, entitiesAfter('--dispatch', 0)),
  '--mixed': () => mixed(markdown, dataDir, isQuick ? 10_000 : 60_000, process.env['DATABASE_URL']),
  '--tracking': () => tracking(markdown, dataDir, isQuick),
  '--directory': () => directory(markdown, dataDir, LARGEST),
  '--fleet': () => fleet(markdown, dataDir, entitiesAfter('--fleet', 1000), 100),
  '--reports': () => reports(markdown, dataDir, isQuick),
  '--pages': async () => {
    await pages(markdown, dataDir);
    await openPages(markdown, dataDir);
  },
};

try {
  markdown.say('# Benchmark');
  const cores = availableParallelism();
  const { node } = process.versions;
  markdown.say(`${cores} cores, Node ${node}; load generator and servers share them.`);
  const only = Object.keys(PARTS).find(has);
  if (only === undefined) await serviceAndProxy();
  for (const [part, measure] of Object.entries(PARTS)) {
    if (only === undefined || only === part) await measure();
  }
  if (has('--write')) writeFileSync(path.join('docs', 'bench.md'), markdown.text());
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
