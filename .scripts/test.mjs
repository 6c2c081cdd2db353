// `npm test`: all checks and tests from a fresh clone. `npm run test:unit|integration|e2e`: one kind.
// What does not depend on each other runs side by side: checks, build and browser, then vitest and after it the browser
// tests, and beside both the tests that mostly wait.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runBeside, runChecks } from './checks.mjs';
import { binOf, ensureInstalled, fail, requireNode, root, runBin } from './prepare.mjs';

const results = path.join(root, 'test-results');
const kinds = process.argv.slice(2);
/** @param {string} kind */
const wanted = (kind) => kinds.length === 0 || kinds.includes(kind);

const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, one line each: repeated at the end, where a long log is read first. */
const failures = [];
/**
 * Browser tests that passed only when run once more: faults to mend, but no reason to stop.
 * @type {string[]}
 */
const flaky = [];

/**
 * Adds up; a stage that ended badly without a failed test counts as one failure.
 * @param {string} stage
 * @param {typeof total} counts
 * @param {number} exitCode
 * @param {string[]} failedTests titles
 */
function add(stage, counts, exitCode, failedTests) {
  const failed = counts.failed === 0 && exitCode !== 0 ? 1 : counts.failed;
  failures.push(...failedTests);
  if (failed > failedTests.length) failures.push(`${stage}: exit code ${exitCode}, see above`);
  if (counts.passed === 0 && failed === 0) {
    failures.push(`${stage}: no test ran`);
    total.failed += 1;
  }
  total.passed += counts.passed;
  total.failed += failed;
  total.skipped += counts.skipped;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * What it prints comes at its end, as the browser tests print meanwhile.
 * @param {string} stage
 * @param {string[]} projects
 * @param {string[]} args
 */
async function runVitest(stage, projects, args = []) {
  const report = path.join(results, `${stage}.json`);
  const { code, output } = await runBeside(binOf('vitest'), [
    'run',
    '--config',
    '.config/vitest.config.ts',
    ...projects.flatMap((project) => ['--project', project]),
    ...args,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  process.stdout.write(output);
  const json = readReport(report);
  const counts = {
    passed: json?.numPassedTests ?? 0,
    failed: json?.numFailedTests ?? 0,
    skipped: (json?.numPendingTests ?? 0) + (json?.numTodoTests ?? 0),
  };
  /** @type {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} */
  const files = json?.testResults ?? [];
  const failed = files.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const own = assertionResults.filter((test) => test.status === 'failed');
    if (own.length === 0 && status === 'failed') return [`${file}: could not be run`];
    return own.map(({ fullName }) => `${file}: ${fullName}`);
  });
  add(stage, counts, code, failed);
}

/**
 * @typedef {{ status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }} SpecRun
 * @typedef {{ tests: SpecRun[], file: string, title: string }} Spec
 * @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite
 * @param {Suite} suite of a report of Playwright
 * @param {SpecRun['status']} status
 * @returns {string[]} files and titles
 */
function specsThat({ suites = [], specs = [] }, status) {
  const own = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  return [
    ...own.map(({ file, title }) => `e2e/${file}: ${title}`),
    ...suites.flatMap((suite) => specsThat(suite, status)),
  ];
}

/** @param {string} browser path of its program */
async function runBrowserTests(browser) {
  const report = path.join(results, 'e2e.json');
  const code = await runBin('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const json = readReport(report);
  const stats = json?.stats;
  const counts = {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
  add('e2e', counts, code, json === null ? [] : specsThat(json, 'unexpected'));
  flaky.push(...(json === null ? [] : specsThat(json, 'flaky')));
}

requireNode();
ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/**
 * @param {string} title
 * @param {string[]} args of Node
 */
async function build(title, args) {
  const { ok, output, seconds } = await runBeside(process.execPath, args);
  if (!ok) fail(output);
  console.log(`ok  ${title} (${seconds} s)`);
}

const BUILD = [path.join(root, '.scripts', 'build.mjs')];
const VITE = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const BUILD_GALLERY = [VITE, 'build', '--config', '.config/vite.gallery.config.ts'];

/** What the tests need beside the packages of npm, one after the other. @returns path of the browser's program */
async function findPrograms() {
  const { ensureNginx, ensurePostgres } = await import('./debian.mjs');
  if (wanted('unit') || wanted('integration')) await ensurePostgres();
  if (wanted('integration')) await ensureNginx();
  if (!wanted('e2e')) return '';
  const { ensureBrowser } = await import('./browser.mjs');
  return await ensureBrowser();
}

const needsBuild = wanted('integration') || wanted('e2e');
const [checks, browser] = await Promise.all([
  kinds.length === 0 ? runChecks() : { passed: 0, failed: 0, failures: [] },
  findPrograms(),
  needsBuild ? build('build', BUILD) : null,
  wanted('e2e') ? build('gallery', BUILD_GALLERY) : null,
]);
total.passed += checks.passed;
total.failed += checks.failed;
failures.push(...checks.failures);
const projects = [
  ...(wanted('unit') ? ['unit', 'postgres', 'web'] : []),
  ...(wanted('integration') ? ['integration'] : []),
];

async function runBusyTests() {
  if (projects.length > 0) await runVitest('vitest', projects);
  if (wanted('e2e')) await runBrowserTests(browser);
}

await Promise.all([
  runBusyTests(),
  wanted('integration') ? runVitest('patient', ['patient'], ['--maxWorkers=1']) : null,
]);

for (const line of flaky) console.log(`FLAKY   ${line}`);
for (const line of failures) console.error(`FAILED  ${line}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
