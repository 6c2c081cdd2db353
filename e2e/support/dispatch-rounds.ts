import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DirectoryImport } from '../../src/contract/console/directory-import.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { TOKEN_ENDPOINT } from '../../src/contract/endpoints.ts';
import { z } from '../../src/contract/zod.ts';
import { instantMs } from '../../src/domain/instant.ts';
import { ON_POSTGRES, postgresUrl } from '../../src/store/testing/postgres-store.ts';
import { Gridhelm } from './gridhelm.ts';
import type { PlannedDispatch, Round } from './ledger-plan.ts';
import { OperatorClient, type WholeBatch } from './operator-client.ts';
import { until } from './until.ts';

const CREDENTIALS = { SERVICE_CLIENT_ID: 'console', SERVICE_CLIENT_SECRET: 'correct-horse' };

const Received = z.object({ batches: z.array(z.object({ path: z.string(), body: z.string() })) });
const Asked = z.object({
  type: z.string(),
  value: z.string().nullable(),
  triggerTime: z.string().nullable().default(null),
});

/** Commands with the same mark cannot be distinguished from outside. */
export function markOf(given: {
  type: string | null;
  value: string | null;
  triggerTime: string | null;
}): string {
  const { type, value, triggerTime } = given;
  return JSON.stringify([type, value, type === 'LimitFeedIn' ? null : instantMs(triggerTime)]);
}

/** Identifies a dispatch with one Command: its Collective and its mark. */
export function intentMark(collectiveId: string, body: unknown): string {
  const asked = z.union([z.tuple([Asked]).transform(([item]) => item), Asked]).parse(body);
  return `${collectiveId} ${markOf(asked)}`;
}

/** The client's answer to a dispatch: final, in progress, or none. */
type Heard = 'answered' | 'in-flight' | 'nothing';

/** A console that tests kill, and the service whose record survives that. */
export class DispatchRounds {
  readonly kills = { before: 0, during: 0, after: 0 };
  readonly service: Gridhelm;
  readonly gridhelm: Gridhelm;
  readonly operator: OperatorClient;

  readonly #settings: Readonly<Record<string, string>>;

  private constructor(
    service: Gridhelm,
    gridhelm: Gridhelm,
    operator: OperatorClient,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#settings = settings;
    this.service = service;
    this.gridhelm = gridhelm;
    this.operator = operator;
  }

  /** Starts both with a fleet that the console knows. @param env more settings of the console */
  static async start(
    fleet: { world: unknown; directory: DirectoryImport },
    env: Readonly<Record<string, string>> = {},
  ) {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'rounds-')), 'world.json');
    writeFileSync(file, JSON.stringify(fleet.world));
    const service = await Gridhelm.start({ ...CREDENTIALS, SERVICE_WORLD: file });
    const settings = {
      ...CREDENTIALS,
      SERVICE_BASE_URL: service.serviceUrl,
      SERVICE_AUTH_URL: `${service.serviceUrl}${TOKEN_ENDPOINT.path}`,
      SERVICE_TIMEOUT_MS: '1500',
      RESOLVER_SETTLE_SECONDS: '1',
      TRACKER_REQUESTS_PER_SECOND: '500',
      ...(ON_POSTGRES && { DATABASE_URL: await postgresUrl() }),
      ...env,
    };
    const gridhelm = await Gridhelm.start(settings);
    const code = /one-time code (\S+)/.exec(gridhelm.output)?.[1] ?? '';
    const operator = await new OperatorClient(gridhelm.origin).becomeAdministrator(code);
    const imported = await operator.call('POST', CONSOLE_ROUTES.importDirectory.path, {
      body: fleet.directory,
    });
    if (!imported.ok) throw new Error(`import: ${imported.status} ${await imported.text()}`);
    return new DispatchRounds(service, gridhelm, operator, settings);
  }

  /** Starts another process of the console, with the same settings. */
  startBeside(): Promise<Gridhelm> {
    return Gridhelm.start(this.#settings);
  }

  async dispose(): Promise<void> {
    await this.gridhelm.dispose();
    await this.service.dispose();
  }

  async #send({ key, collectiveId, body }: PlannedDispatch): Promise<Heard> {
    const headers = { [IDEMPOTENCY_HEADER]: key };
    const answer = await this.operator
      .dispatchAnyway(collectiveId, body, headers)
      .catch(() => null);
    if (answer === null) return 'nothing';
    const text = await answer.text().catch(() => null);
    if (text === null || text === '') return 'nothing';
    if (answer.status === 201) return 'answered';
    const problem = Problem.parse(JSON.parse(text));
    if (problem.code === 'dispatch_in_flight') return 'in-flight';
    if (problem.code === 'dispatch_guarded' || problem.code === 'stopping') return 'nothing';
    // Any other answer must match the ledger.
    const isStored =
      problem.code === 'outcome_unknown'
        ? problem.source === 'console'
        : answer.status === 409 &&
          problem.code === 'upstream_refused' &&
          problem.source === 'service';
    if (!isStored) throw new Error(`${key}: ${answer.status} ${text}`);
    return 'answered';
  }

  /** Sends a whole round, kills the console if planned, and returns the answer to each. */
  async run(round: Round): Promise<Map<string, Heard>> {
    await this.service.setFaults(round.faults);
    const heard = new Map<string, Heard>();
    const stage = new Map<string, keyof typeof this.kills>();
    const sends = round.dispatches.flatMap((dispatch) => {
      stage.set(dispatch.key, 'before');
      return Array.from({ length: dispatch.presses }, async () => {
        await pause(dispatch.startMs);
        stage.set(dispatch.key, 'during');
        const now = await this.#send(dispatch);
        if (now === 'answered') {
          heard.set(dispatch.key, now);
          stage.set(dispatch.key, 'after');
        }
      });
    });
    if (round.killAfterMs !== null) {
      await pause(round.killAfterMs);
      await this.gridhelm.end('SIGKILL');
      for (const at of stage.values()) this.kills[at] += 1;
      await Promise.all(sends);
      await this.gridhelm.start();
    }
    await Promise.all(sends);
    return heard;
  }

  /** Retries with the same key until the answer is final, like a reloaded page. */
  async hearOut(dispatch: PlannedDispatch): Promise<void> {
    await until(
      async () => await this.#send(dispatch),
      (heard) => heard === 'answered',
    );
  }

  async batchOf(id: string): Promise<WholeBatch> {
    return await this.operator.batch(id);
  }

  /** Reads from the controls of the service. */
  async control<S extends z.ZodType>(route: string, schema: S): Promise<z.output<S>> {
    return schema.parse(await (await fetch(`${this.service.controlUrl}/${route}`)).json());
  }

  /** How many requests to dispatch the service received, by {@link intentMark}. */
  async posts(): Promise<Map<string, number>> {
    const seen = new Map<string, number>();
    for (const request of (await this.control('requests', Received)).batches) {
      const collectiveId = /collectives\/([0-9a-f-]+)\//.exec(request.path)?.[1] ?? '';
      const id = intentMark(collectiveId, JSON.parse(request.body));
      seen.set(id, (seen.get(id) ?? 0) + 1);
    }
    return seen;
  }
}

/** Prints the figures of a run in one line. */
export function printFigures(figures: Readonly<Record<string, string | number>>): void {
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`| ${told.join(' | ')} |`);
}
