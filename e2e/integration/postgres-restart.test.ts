import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchDetail } from '../../src/contract/console/batch.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { postgresUrl, restartServer } from '../../src/store/testing/postgres-store.ts';
import { DispatchRounds, intentMark, printFigures } from '../support/dispatch-rounds.ts';
import { pairedFleet } from '../support/ledger-plan.ts';
import { until } from '../support/until.ts';

const DISPATCHES = 60;
/** They begin evenly within this time; PostgreSQL ends in the middle of it. */
const WITHIN_MS = 3000;
const PAIRS = DISPATCHES / 2;

const fleet = pairedFleet(PAIRS);
let rounds: DispatchRounds;

beforeAll(async () => {
  rounds = await DispatchRounds.start(fleet, { DATABASE_URL: await postgresUrl() });
}, 120_000);
afterAll(() => rounds.dispose());

test('over a crash of PostgreSQL under load nothing is sent twice, and what was sent is accounted for', async () => {
  const plan = Array.from({ length: DISPATCHES }, (_, at) => {
    const collectiveId = fleet.collectiveIds[2 * Math.floor(at / 2)] ?? '';
    const body = { type: 'LimitFeedIn', value: String(10_000 + at) };
    return { key: randomUUID(), collectiveId, body, startMs: (at * WITHIN_MS) / DISPATCHES };
  });
  const restarting = pause(WITHIN_MS / 3).then(restartServer);
  const answers = await Promise.all(
    plan.map(async ({ key, collectiveId, body, startMs }) => {
      await pause(startMs);
      const headers = { [IDEMPOTENCY_HEADER]: key };
      const answer = await rounds.operator.dispatchAnyway(collectiveId, body, headers);
      const code = answer.status === 201 ? 'accepted' : Problem.parse(await answer.json()).code;
      return { key, code, mark: intentMark(collectiveId, body) };
    }),
  );
  await restarting;
  const find = (id: string) =>
    rounds.operator.call('GET', fillPath(CONSOLE_ROUTES.batch.path, { id }));
  await until(
    async () => (await find(randomUUID())).status,
    (status) => status === 404,
  );
  const figures: Record<string, number> = {};
  const untrue: unknown[] = [];
  for (const { key, code, mark } of answers) {
    figures[code] = (figures[code] ?? 0) + 1;
    const isRecorded = (await find(key)).status === 200;
    const read = () =>
      rounds.operator.read(BatchDetail, fillPath(CONSOLE_ROUTES.batch.path, { id: key }));
    const batch = isRecorded
      ? (await until(read, (seen) => seen.batch.outcome !== 'sending')).batch
      : null;
    const posts = (await rounds.posts()).get(mark) ?? 0;
    const isTrue =
      posts <= 1 &&
      (posts === 0 || batch !== null) &&
      (code !== 'accepted' || (posts === 1 && batch?.outcome === 'accepted')) &&
      (code !== 'store_unavailable' || posts === 0);
    if (!isTrue) untrue.push({ key, code, posts, outcome: batch?.outcome ?? null });
  }
  printFigures(figures);
  expect(untrue).toEqual([]);
  expect(figures['accepted']).toBeGreaterThan(0);
  expect(figures['store_unavailable']).toBeGreaterThan(0);
}, 120_000);
