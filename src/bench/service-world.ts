import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import { ENDPOINTS, TOKEN_ENDPOINT, type EndpointName } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { DEFAULT_SCOPE, TokenAnswer } from '../contract/token.ts';
import { z } from '../contract/zod.ts';
import type { ServiceTables } from '../service/store/schema.ts';
import { openReadOnly } from '../store/dialect/sqlite.ts';
import { CONTROL, SERVICE_ORIGIN } from './programs.ts';

export type ServiceDb = Kysely<ServiceTables>;

/** The database of a world of the embedded service, to read while it runs. */
export function openWorld(dataDir: string, world: string): ServiceDb {
  return openReadOnly(path.join(dataDir, `service-${world}-1.db`));
}

/** The id of a Collective with this many Entities. @throws when the world has none */
export async function collectiveOf(db: ServiceDb, entities: number): Promise<string> {
  const { collective_id } = await db
    .selectFrom('collective_entity')
    .select('collective_id')
    .groupBy('collective_id')
    .having(sql`count(*)`, '=', entities)
    .limit(1)
    .executeTakeFirstOrThrow();
  return collective_id;
}

/** The same of the world of a data folder. */
export async function collectiveIn(
  dataDir: string,
  world: string,
  entities: number,
): Promise<string> {
  const db = openWorld(dataDir, world);
  const id = await collectiveOf(db, entities);
  await db.destroy();
  return id;
}

/** Whether any Command of the world can still change. */
export async function hasOpenCommands(db: ServiceDb): Promise<boolean> {
  const open = await db
    .selectFrom('command')
    .select('id')
    .where('due_ms', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

const Credentials = z.object({ clientId: z.string(), clientSecret: z.string() });

/** The client that the embedded service made for itself. */
export function credentialsIn(dataDir: string): z.output<typeof Credentials> {
  const file = readFileSync(path.join(dataDir, 'service-credentials.json'), 'utf8');
  return Credentials.parse(JSON.parse(file));
}

/** The Authorization header for the embedded service. */
export async function authorization(dataDir: string): Promise<string> {
  const { clientId, clientSecret } = credentialsIn(dataDir);
  const answer = await fetch(SERVICE_ORIGIN + TOKEN_ENDPOINT.path, {
    method: TOKEN_ENDPOINT.method,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: DEFAULT_SCOPE,
    }),
  });
  return `Bearer ${TokenAnswer.parse(await answer.json()).access_token}`;
}

/** Reads from the embedded service itself. @returns milliseconds to the last byte of the answer */
export async function passDirectly(
  token: string,
  name: EndpointName,
  params: Readonly<Record<string, string>>,
): Promise<number> {
  const began = performance.now();
  const { method, path: of } = ENDPOINTS[name];
  const answer = await fetch(SERVICE_ORIGIN + fillPath(of, params), {
    method,
    headers: { authorization: token },
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${of} got ${answer.status}.`);
  return performance.now() - began;
}

const Received = z.object({
  counts: z.record(z.string(), z.number()),
  mostInASecond: z.record(z.string(), z.number()),
});

/** Requests that the embedded service received for an endpoint: the total, and the most in one second. */
export async function received(endpoint: string): Promise<{ requests: number; most: number }> {
  const answer = await fetch(`${CONTROL.origin}/requests`);
  const { counts, mostInASecond } = Received.parse(await answer.json());
  return { requests: counts[endpoint] ?? 0, most: mostInASecond[endpoint] ?? 0 };
}
