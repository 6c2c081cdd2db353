// The embedded service: start-up and memory by world, the most common reads, a Command to a large Collective.
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { CommandBatch } from '../contract/command.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { load } from './load.ts';
import { type Markdown, ms } from './markdown.ts';
import { SERVICE_ORIGIN, startService } from './programs.ts';
import { authorization, collectiveOf, hasOpenCommands, openWorld } from './service-world.ts';

/** Simulated seconds per real second while a Command is followed to its end. */
const CLOCK = 10;

function start(dataDir: string, world: string, clock = 1) {
  return startService({ DATA_DIR: dataDir, SERVICE_WORLD: world, SERVICE_CLOCK: String(clock) });
}

/** First load, later start and memory of each world. */
export async function startUp(
  { say, table }: Markdown,
  dataDir: string,
  worlds: readonly string[],
): Promise<void> {
  const rows: string[][] = [];
  for (const world of worlds) {
    const first = await start(dataDir, world);
    const { most } = first.memory();
    await first.stop();
    const later = await start(dataDir, world);
    const { now } = later.memory();
    await later.stop();
    rows.push([world, ms(first.startMs), ms(later.startMs), `${most} MB`, `${now} MB`]);
  }
  say('## Embedded service: start-up and memory');
  table(
    [
      'World',
      'First load',
      'Later start',
      'Peak memory at first load',
      'Memory after a later start',
    ],
    rows,
  );
}

/** Requests per second and latencies of the five most common reads. @param eachMs duration of each */
export async function reads(
  { say, table }: Markdown,
  dataDir: string,
  world: string,
  eachMs: number,
): Promise<void> {
  const db = openWorld(dataDir, world);
  const commands = await db
    .selectFrom('command')
    .select(({ fn }) => ['entity_id as entityId', fn.min('id').as('commandId')])
    .where('entity_id', 'in', (eb) =>
      eb.selectFrom('feature').select('entity_id').where('enabled', '=', 1),
    )
    .groupBy('entity_id')
    .limit(500)
    .execute();
  await db.destroy();
  const program = await start(dataDir, world);
  const headers = { authorization: await authorization(dataDir) };
  const names = {
    'list of Commands': 'listCommands',
    'one Command': 'getCommand',
    'list of charge sessions': 'listChargeSessions',
    features: 'listFeatures',
    'battery capacity': 'getBatteryCapacity',
  } as const;
  const rows: (string | number)[][] = [];
  for (const [name, endpoint] of Object.entries(names)) {
    const requests = commands.map((ids) => ({
      path: fillPath(ENDPOINTS[endpoint].path, ids),
      headers,
    }));
    const { perSecond, p50, p99, failed } = await load(SERVICE_ORIGIN, requests, eachMs);
    rows.push([name, Math.round(perSecond), ms(p50), ms(p99), failed]);
  }
  const { now } = program.memory();
  await program.stop();
  say(`## Embedded service: reads in ${world}, 16 connections`);
  table(['Read', 'Requests/s', 'p50', 'p99', 'Failed'], rows);
  say(`Memory afterwards: ${now} MB.`);
}

/** A Command to a whole Collective: time to its answer and to the last final state, and reads during that time. */
export async function collectiveCommand(
  { say, table }: Markdown,
  dataDir: string,
  world: string,
  entities: number,
): Promise<void> {
  const db = openWorld(dataDir, world);
  const collectiveId = await collectiveOf(db, entities);
  const { id: entityId } = await db
    .selectFrom('entity')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const program = await start(dataDir, world, CLOCK);
  const headers = { authorization: await authorization(dataDir) };
  const { method, path } = ENDPOINTS.sendCommand;
  const began = performance.now();
  const answer = await fetch(SERVICE_ORIGIN + fillPath(path, { collectiveId }), {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'StopCharging', value: null }),
  });
  const { commands } = CommandBatch.parse(await answer.json());
  const answeredMs = performance.now() - began;
  const list = fillPath(ENDPOINTS.listCommands.path, { entityId });
  const reading = load(SERVICE_ORIGIN, [{ path: list, headers }], 5_000);
  while (await hasOpenCommands(db)) await setTimeout(50);
  const finalMs = performance.now() - began;
  const { perSecond, p99 } = await reading;
  const { most } = program.memory();
  await program.stop();
  await db.destroy();
  say(`## Embedded service: a Command to ${commands.length} Entities, SERVICE_CLOCK ${CLOCK}`);
  table(
    ['Answer after', 'Last final state after', 'Reads meanwhile/s', 'their p99', 'Peak memory'],
    [[ms(answeredMs), ms(finalMs), Math.round(perSecond), ms(p99), `${most} MB`]],
  );
}
