import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Command } from '../../src/contract/command.ts';
import { BatchDetail } from '../../src/contract/console/batch.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { Jobs } from '../../src/contract/console/job.ts';
import { LiveChanges } from '../../src/contract/console/live.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { z } from '../../src/contract/zod.ts';
import { randomFor } from '../../src/service/random.ts';
import { LEASE_MS, RENEW_MS } from '../../src/store/processes.ts';
import { postgresUrl } from '../../src/store/testing/postgres-store.ts';
import { DispatchRounds, intentMark, printFigures } from '../support/dispatch-rounds.ts';
import type { Gridhelm } from '../support/gridhelm.ts';
import { pairedFleet } from '../support/ledger-plan.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

/** The long form: MIXED_KILLS=200. */
const KILLS = Number(process.env['MIXED_KILLS'] ?? 2);
const SEED = Number(process.env['LEDGER_SEED'] ?? Date.now() % 1_000_000);
const PAIRS = 20;
const HOUR_MS = 3_600_000;
const POLICY_MS = 300_000;
/** What a process did not tell any more when it was killed, others find out when its lease runs out. */
const FOUND_OUT_MS = LEASE_MS + 2 * RENEW_MS;
/** Reads that a kill can lose: in flight, or about to be stored together. */
const UNDER_WAY = 26;

const World = z.object({ commands: z.array(Command) });
const Received = z.object({ counts: z.record(z.string(), z.number()) });
const fleet = pairedFleet(PAIRS);
let rounds: DispatchRounds;
let killed: Gridhelm;

beforeAll(async () => {
  rounds = await DispatchRounds.start(fleet, {
    DATABASE_URL: await postgresUrl(),
    TRACKER_REQUESTS_PER_SECOND: '100',
    FLEET_POLICY: 'locations=5m,commands=1h,features=1h,capacity=1h,sessions=1h',
  });
  killed = await rounds.startBeside();
}, 120_000);
afterAll(async () => {
  await killed.dispose();
  await rounds.dispose();
});

/** Calls back with each batch that a live stream names, and with null when all may have changed. */
async function followBatches(operator: OperatorClient, onBatch: (id: string | null) => void) {
  const answer = await operator.call('GET', CONSOLE_ROUTES.live.path);
  let text = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (text + chunk).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^event: changes\n(?:.*\n)*?data: (.+)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const changes = LiveChanges.parse(JSON.parse(data));
      if (changes.all) onBatch(null);
      for (const { id } of changes.batches) onBatch(id);
    }
  }
}

test(
  'while one of two processes is killed again and again, nothing is sent twice or lost, and operators of the other notice nothing',
  async () => {
    console.log(`LEDGER_SEED=${SEED}`);
    const random = randomFor('killed-process', SEED);
    const startedAt = Date.now();
    const survivor = rounds.operator;
    const sides = [survivor, rounds.operator.at(killed.origin)];
    const over = new AbortController();
    let made = 0;
    const sent = new Map<string, { mark: string; acceptedAt: number | null; planned: boolean }>();
    const seenAt = new Map<string, number>();
    const killedAt: number[] = [];
    const sweeps = new Set<string>();
    const failures: unknown[] = [];
    let reads = 0;

    void followBatches(survivor, (id) => {
      for (const seen of id === null ? sent.keys() : [id]) {
        if (!seenAt.has(seen)) seenAt.set(seen, performance.now());
      }
    }).catch((error: unknown) => failures.push(error));

    /** Like a browser behind a load balancer: what gets no answer is asked again, elsewhere, under the same key. */
    const insist = async (ask: (operator: OperatorClient) => Promise<Response>, first: number) => {
      for (let attempt = first; ; attempt += 1) {
        const operator = sides[attempt % 2] ?? survivor;
        const answer = await ask(operator).catch(() => null);
        if (answer !== null && answer.status !== 503) return answer;
        if (operator === survivor && answer !== null) failures.push(await answer.text());
        await pause(20);
      }
    };
    const dispatching = async () => {
      while (!over.signal.aborted) {
        const count = made;
        made += 1;
        const planned = count % 3 === 0;
        const collectiveId = fleet.collectiveIds[2 * random.whole(0, PAIRS - 1)] ?? '';
        const value = String(10_000 + count);
        const triggerTime = new Date(startedAt + (6 + count / 60) * HOUR_MS).toISOString();
        const body = planned
          ? [{ type: 'StopFeedIn', value: null, triggerTime }]
          : { type: 'LimitFeedIn', value };
        const key = randomUUID();
        const entry = { mark: intentMark(collectiveId, body), acceptedAt: null, planned };
        sent.set(key, entry);
        const headers = { [IDEMPOTENCY_HEADER]: key };
        const answer = await insist(
          (operator) => operator.dispatchAnyway(collectiveId, body, headers),
          count,
        );
        if (answer.status === 201) {
          sent.set(key, { ...entry, acceptedAt: performance.now() });
          if (planned) {
            const path = fillPath(CONSOLE_ROUTES.startSweep.path, { id: key });
            const request = { body: { id: randomUUID(), reason: 'no longer needed' } };
            const swept = await insist(
              (operator) => operator.call('POST', path, request),
              count + 1,
            );
            if (!swept.ok) failures.push(await swept.text());
            sweeps.add(key);
          }
        } else {
          const { code } = Problem.parse(await answer.json());
          if (code !== 'dispatch_in_flight' && code !== 'outcome_unknown') failures.push(code);
        }
        await pause(random.between(0, 100));
      }
    };
    const reading = async () => {
      const figures = `${CONSOLE_ROUTES.figures.path}?period=this-year&by=collective`;
      const paths = [figures, CONSOLE_ROUTES.collectives.path, CONSOLE_ROUTES.fleetStatus.path];
      for (; !over.signal.aborted; reads += 1) {
        const answer = await survivor.call('GET', paths[reads % paths.length] ?? '');
        if (answer.status !== 200) failures.push([answer.url, answer.status, await answer.text()]);
        await pause(50);
      }
    };
    const work = [dispatching(), dispatching(), reading()];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(random.between(200, 1500));
      killedAt.push(performance.now());
      await killed.end('SIGKILL');
      await killed.start();
    }
    await pause(500);
    over.abort();
    await Promise.all(work);
    await until(
      async () =>
        Promise.resolve(
          [...sent].filter(([key, { acceptedAt }]) => acceptedAt !== null && !seenAt.has(key)),
        ),
      (unseen) => unseen.length === 0,
      2 * FOUND_OUT_MS,
    );

    const look = (key: string) =>
      survivor.read(BatchDetail, fillPath(CONSOLE_ROUTES.batch.path, { id: key }));
    const outcomes: Record<string, number> = {};
    const wrong: unknown[] = [];
    for (const [key, { acceptedAt, mark }] of sent) {
      // A process that is killed before it stores the intent has sent nothing: the second attempt stores it.
      const { batch } = await until(
        () => look(key),
        (seen) => seen.batch.outcome !== 'sending',
        60_000,
      );
      outcomes[batch.outcome] = (outcomes[batch.outcome] ?? 0) + 1;
      const posts = (await rounds.posts()).get(mark) ?? 0;
      const isTrue = posts <= 1 && (batch.outcome !== 'accepted' || posts === 1);
      if (!isTrue || (acceptedAt !== null && batch.outcome !== 'accepted'))
        wrong.push({ key, posts, outcome: batch.outcome });
    }
    for (const id of sweeps) {
      const path = fillPath(CONSOLE_ROUTES.sweeps.path, { id });
      await until(
        () => survivor.read(Jobs, path),
        ({ jobs }) => jobs.length === 1 && jobs.every(({ state }) => state === 'done'),
        60_000,
      );
    }
    const { commands } = await rounds.control('world', World);
    const { counts } = await rounds.control('requests', Received);
    const canceled = commands.filter(({ status }) => status === 'Canceled').length;
    const delays = { told: [0], untold: [0] };
    for (const [key, { acceptedAt }] of sent) {
      if (acceptedAt === null) continue;
      const mayBeUntold = killedAt.some((at) => Math.abs(at - acceptedAt) < 1000);
      const delay = (seenAt.get(key) ?? Infinity) - acceptedAt;
      delays[mayBeUntold ? 'untold' : 'told'].push(delay);
    }
    const periods = 1 + Math.ceil((Date.now() - startedAt) / POLICY_MS);
    const most = PAIRS * 3 * periods + KILLS * UNDER_WAY;
    printFigures({
      kills: KILLS,
      dispatches: sent.size,
      ...outcomes,
      'cancellations of batches': sweeps.size,
      'Commands canceled': canceled,
      'requests to cancel': counts['cancelCommand'] ?? 0,
      'reads of the other process': reads,
      'seen there after at most ms': Math.round(Math.max(...delays.told)),
      'where it was killed then': Math.round(Math.max(...delays.untold)),
      'reads of places': counts['listLocations'] ?? 0,
      'of at most': most,
    });
    expect(failures).toEqual([]);
    expect(wrong).toEqual([]);
    expect(canceled).toBe(sweeps.size * 3);
    expect(counts['cancelCommand']).toBeLessThanOrEqual(canceled);
    expect(Math.max(...delays.told, ...delays.untold)).toBeLessThan(FOUND_OUT_MS);
    expect(counts['listLocations']).toBeGreaterThanOrEqual(PAIRS * 3);
    expect(counts['listLocations']).toBeLessThanOrEqual(most);
  },
  120_000 + 20_000 * KILLS,
);
