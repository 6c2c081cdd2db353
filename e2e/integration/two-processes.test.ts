import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Command } from '../../src/contract/command.ts';
import { BatchDetail } from '../../src/contract/console/batch.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { z } from '../../src/contract/zod.ts';
import { LEASE_MS, RENEW_MS } from '../../src/store/processes.ts';
import { postgresUrl } from '../../src/store/testing/postgres-store.ts';
import { DispatchRounds, intentMark, printFigures } from '../support/dispatch-rounds.ts';
import { runToEnd, type Gridhelm } from '../support/gridhelm.ts';
import { pairedFleet } from '../support/ledger-plan.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

/** The long form: PAIRS_DISPATCHES=1000 PAIRS_KILLS=100. */
const DISPATCHES = Number(process.env['PAIRS_DISPATCHES'] ?? 30);
const KILLS = Number(process.env['PAIRS_KILLS'] ?? 2);
const PAIRS = 40;
/** A process is taken over within its lease and the next look of another. */
const TAKEN_OVER_MS = LEASE_MS + 2 * RENEW_MS;

const World = z.object({ commands: z.array(Command) });
const fleet = pairedFleet(PAIRS);
let databaseUrl: string;
let rounds: DispatchRounds;
let second: Gridhelm;
let consoles: { process: Gridhelm; operator: OperatorClient }[];

beforeAll(async () => {
  databaseUrl = await postgresUrl();
  const env = { DATABASE_URL: databaseUrl, DISPATCH_GUARD_MINUTES: '10' };
  rounds = await DispatchRounds.start(fleet, env);
  second = await rounds.startBeside();
  consoles = [
    { process: rounds.gridhelm, operator: rounds.operator },
    { process: second, operator: rounds.operator.at(second.origin) },
  ];
}, 120_000);
afterAll(async () => {
  await second.dispose();
  await rounds.dispose();
});

const collectiveOf = (pair: number, side: number) => fleet.collectiveIds[2 * pair + side] ?? '';
const sideOf = (side: number) => {
  const found = consoles[side];
  if (found === undefined) throw new Error(`there is no console ${side}`);
  return found;
};

test(
  'of the same Command to Collectives that share Entities, from two processes at once, one passes the guard',
  async () => {
    const passed = [];
    for (let count = 0; count < DISPATCHES; count += 1) {
      const body = { type: 'LimitFeedIn', value: String(10_000 + count) };
      const answers = await Promise.all(
        consoles.map(({ operator }, side) =>
          operator.dispatch(collectiveOf(count % PAIRS, side), body, {
            [IDEMPOTENCY_HEADER]: randomUUID(),
          }),
        ),
      );
      for (const answer of answers) {
        if (answer.status === 201) continue;
        expect(Problem.parse(await answer.json()).code).toBe('dispatch_guarded');
      }
      passed.push(answers.filter(({ status }) => status === 201).length);
    }
    printFigures({
      'pairs of dispatches': DISPATCHES,
      'one passed': passed.filter((each) => each === 1).length,
      'both passed': passed.filter((each) => each === 2).length,
    });
    expect(Math.max(...passed)).toBe(1);
    expect(passed.filter((each) => each === 1).length).toBeGreaterThan(0);
  },
  60_000 + 1000 * DISPATCHES,
);

test(
  'what a killed process was sending becomes unknown once its lease has run out, and is resolved by reading',
  async () => {
    const tookMs: number[] = [];
    const verdicts: Record<string, number> = {};
    const marks: string[] = [];
    /** What was said against what the service did. */
    const unfounded: string[] = [];
    for (let count = 0; count < KILLS; count += 1) {
      const { process, operator } = sideOf(count % 2);
      const other = sideOf((count + 1) % 2);
      const kind = count % 4 < 2 ? 'hold-answer' : 'hold';
      await rounds.service.setFaults([{ endpoint: 'sendCommand', kind, count: 1 }]);
      const key = randomUUID();
      const body = { type: 'LimitFeedIn', value: String(50_000 + count) };
      const collectiveId = collectiveOf(count % PAIRS, 0);
      marks.push(intentMark(collectiveId, body));
      const headers = { [IDEMPOTENCY_HEADER]: key };
      const sending = operator.dispatchAnyway(collectiveId, body, headers).catch(() => null);
      await rounds.service.untilHeld();
      await process.end('SIGKILL');
      const killedAt = performance.now();
      await sending;
      const look = () =>
        other.operator.read(BatchDetail, fillPath(CONSOLE_ROUTES.batch.path, { id: key }));
      expect((await look()).batch.outcome).toBe('sending');
      await process.start();
      expect((await look()).batch.outcome).toBe('sending');
      await until(look, ({ batch }) => batch.outcome === 'unknown', 2 * TAKEN_OVER_MS);
      tookMs.push(Math.round(performance.now() - killedAt));
      await rounds.service.setFaults([]);
      const { batch } = await until(
        look,
        ({ batch: { resolution } }) =>
          resolution?.state === 'done' && resolution.verdict !== 'early',
        90_000,
      );
      const verdict = batch.resolution?.verdict ?? 'none';
      const { commands } = await rounds.control('world', World);
      const hasActed = commands.some(({ value }) => value === body.value);
      if (verdict === 'landed' && !hasActed) unfounded.push(key);
      if (verdict !== 'landed' && hasActed && kind === 'hold-answer') unfounded.push(key);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
    const seen = await rounds.posts();
    const posts = marks.map((mark) => seen.get(mark) ?? 0);
    printFigures({
      kills: KILLS,
      'most POSTs per intent': Math.max(...posts),
      'intents without a POST': posts.filter((each) => each === 0).length,
      'taken over after at most ms': Math.max(...tookMs),
      'on average ms': Math.round(tookMs.reduce((sum, each) => sum + each, 0) / KILLS),
      ...verdicts,
    });
    expect(posts).toEqual(marks.map(() => 1));
    expect(Math.max(...tookMs)).toBeLessThan(TAKEN_OVER_MS);
    expect(Object.keys(verdicts)).toContain('landed');
    expect(unfounded).toEqual([]);
  },
  60_000 + 60_000 * KILLS,
);

test('the programs work on the database, or say what does', async () => {
  const run = (program: string, ...args: string[]) =>
    runToEnd(program, args, { DATABASE_URL: databaseUrl, DATA_DIR: folder });
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  expect(await run('audit-verify.js')).toMatchObject({ code: 0 });
  expect((await run('password-reset.js')).output).toMatch(/One-time code for Ada/);
  expect((await run('backup.js', 'x')).output).toMatch(/DATABASE_URL is set.+pg_dump/);
  expect((await run('restore.js', 'x')).output).toMatch(/DATABASE_URL is set.+pg_restore/);
  const away = await runToEnd('audit-verify.js', [], {
    DATABASE_URL: 'postgres://u:canary@127.0.0.1:9/none',
  });
  expect([away.code, away.output]).toEqual([1, expect.stringMatching(/^The database [^\n]+\n$/)]);
  expect(away.output).not.toContain('canary');
});

test('a session that ends in one process ends in the other within seconds', async () => {
  const [first, other] = [sideOf(0), sideOf(1)];
  expect((await other.operator.call('GET', CONSOLE_ROUTES.batches.path)).status).toBe(200);
  expect((await first.operator.call('POST', CONSOLE_ROUTES.signOut.path)).status).toBeLessThan(300);
  await until(
    async () => (await other.operator.call('GET', CONSOLE_ROUTES.batches.path)).status,
    (status) => status === 401,
    3000,
  );
});
