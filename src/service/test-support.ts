import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportPKCS8, generateKeyPair } from 'jose';
import { ENDPOINTS, type AnswerOf, type BodyOf, type EndpointName } from '../contract/endpoints.ts';
import { ErrorBody } from '../contract/error-body.ts';
import { fillPath } from '../contract/paths.ts';
import { queryString, type QueryValues } from '../contract/query-string.ts';
import { TokenAnswer } from '../contract/token.ts';
import { z } from '../contract/zod.ts';
import { trusted } from '../lib/trusted.ts';
import { ALGORITHM } from './auth/credentials.ts';
import type { ServiceConfig } from './config.ts';
import type { Behaviour } from './devices/behaviours.ts';
import { uuidFor } from './random.ts';
import { type RunningService, startService } from './start-service.ts';

/** The instant at which the time of a test begins. */
export const TEST_START_MS = Date.parse('2026-03-10T09:00:00Z');

const at = (minutes: number) => new Date(TEST_START_MS + minutes * 60_000).toISOString();
const id = (...parts: (string | number)[]) => uuidFor('test', ...parts);

/** Ids of the world of {@link twoOrganisations}. */
export const IDS = {
  ours: id('organisation', 'ours'),
  theirs: id('organisation', 'theirs'),
  fleet: id('collective', 'fleet'),
  lent: id('collective', 'lent'),
  foreign: id('collective', 'foreign'),
  empty: id('collective', 'empty'),
  member: id('member', 1),
  request: id('request', 'theirs'),
  location: id('location', 0),
  entity: (name: string) => id('entity', name),
};

/** A small world of two organisations: one device of each behaviour, and one of each kind of access. */
export function twoOrganisations() {
  const entity = (name: string, type: string, more: Record<string, unknown> = {}) => ({
    id: id('entity', name),
    organisationId: IDS.ours,
    type,
    brand: 'Opel',
    name,
    behaviour: 'prompt' satisfies Behaviour,
    ...more,
  });
  const fleet = [
    entity('prompt', 'EV', { batteryCapacity: 50 }),
    entity('offline', 'EV', { behaviour: 'offline' }),
    entity('ignores', 'ChargePoint', { behaviour: 'acknowledges-and-ignores' }),
    entity('unverified', 'EV', { behaviour: 'verification-fails' }),
    entity('late', 'EV', { behaviour: 'late-result' }),
    entity('slow', 'EV', { behaviour: 'slow' }),
    entity('battery', 'Battery', { brand: 'BYD' }),
    entity('plant', 'SolarPlant', { brand: 'SMA' }),
  ];
  const lent = entity('lent', 'EV', { organisationId: IDS.theirs, sharedWith: [IDS.ours] });
  const foreign = entity('foreign', 'EV', { organisationId: IDS.theirs });
  const collective = (key: 'fleet' | 'lent' | 'foreign' | 'empty', entities: string[]) => ({
    id: IDS[key],
    name: `Collective ${key}`,
    type: 'Fleet',
    owner: IDS.ours,
    organisationId: key === 'fleet' || key === 'empty' ? IDS.ours : IDS.theirs,
    sharedWith: key === 'lent' ? [IDS.ours] : [],
    entities,
    members: new Array<Record<string, unknown>>(),
  });
  return {
    organisations: [
      { id: IDS.ours, name: 'Ours' },
      { id: IDS.theirs, name: 'Theirs' },
    ],
    clients: [{ clientId: 'theirs', clientSecret: 'their secret', organisationId: IDS.theirs }],
    collectives: [
      {
        ...collective(
          'fleet',
          fleet.map((row) => row.id),
        ),
        properties: { depot: 'north' },
        members: [
          {
            id: IDS.member,
            name: 'Ada',
            emailAddress: 'ada@example.com',
            entities: [IDS.entity('slow'), IDS.entity('late')],
          },
          { id: id('member', 2), name: 'Ben', emailAddress: null },
        ],
      },
      collective('lent', [lent.id]),
      collective('foreign', [foreign.id]),
      collective('empty', []),
    ],
    entities: [...fleet, lent, foreign],
    locations: [0, 1, 2].map((number) => ({
      id: id('location', number),
      entityId: IDS.entity('prompt'),
      label: number === 2 ? null : `Place ${number}`,
      latitude: 51.9 + number,
      longitude: 4.4,
    })),
    chargeSessions: Array.from({ length: 60 }, (_, number) => ({
      id: id('session', number),
      entityId: IDS.entity('prompt'),
      created: at(0),
      data: {
        // Every third starts together with the one before, so paging must handle ties.
        start: at((number - (number % 3 === 2 ? 1 : 0) - 100) * 60),
        end: at((number - 99) * 60),
        charge: { total: { unit: 'kWh', total: number } },
      },
    })),
    commands: [
      {
        id: id('command', 0),
        entityId: IDS.entity('battery'),
        status: 'Failed',
        triggerTime: at(-500),
        type: 'StopCharging',
        error: { title: 'Device offline', description: null },
      },
    ],
    offboardingRequests: [
      { id: IDS.request, status: 'Canceled', data: { id: IDS.entity('foreign') } },
    ],
  };
}

interface Asked {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: unknown;
  /** Absent: a token of the demo client; null: none. */
  token?: string | null;
}

/** An answer; `body` is checked against the contract: the endpoint's answer, or the error body. */
interface Answered<N extends EndpointName> {
  status: number;
  headers: Headers;
  body: AnswerOf<N>;
  errors: string[];
}

const Ledger = z.object({
  batches: z.array(
    z.object({
      batchId: z.string(),
      endpoint: z.string(),
      collectiveId: z.string(),
      receivedAtMs: z.number(),
      body: z.unknown(),
      commands: z.array(
        z.strictObject({
          id: z.string(),
          entityId: z.string(),
          type: z.string(),
          value: z.string().nullable(),
          triggerTime: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

/** A service with its own clock, which only a test advances. */
export interface ServiceUnderTest {
  service: RunningService;
  dataDir: string;
  config: ServiceConfig;
  /** Advances the time. */
  pass(ms: number): void;
  token(clientId?: string, secret?: string): Promise<string>;
  call<N extends EndpointName>(name: N, asked?: Asked & { body?: BodyOf<N> }): Promise<Answered<N>>;
  /** Sends anything to a path, with a token. */
  raw(
    path: string,
    init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Response>;
  /** Asks the fault controls. */
  control(method: string, path: string, body?: unknown): Promise<Response>;
  /** Replaces the fault rules. */
  arm(...rules: object[]): Promise<void>;
  /** Ends all faults. */
  heal(): Promise<void>;
  /** What the service really did, by its ledger. */
  ledger(): Promise<z.output<typeof Ledger>['batches']>;
  /** Sends StopCharging to the fleet, past the contract, which rejects some answers. */
  sendOnWire(signal?: AbortSignal | null): Promise<Response>;
  /** Stops the service and restarts it on the same data, after an optional change to the data. */
  restart(change?: () => Promise<void>): Promise<void>;
  /** Stops the service and removes its folder. */
  close(): Promise<void>;
}

/** The signing key of all services of a process: generating one takes longer than a start. */
let signingKey: Promise<string> | undefined;

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return exportPKCS8(privateKey);
}

/** Writes credentials as a first start does. */
async function writeCredentials(dataDir: string): Promise<void> {
  signingKey ??= makeSigningKey();
  const credentials = {
    clientId: `demo-${randomUUID()}`,
    clientSecret: randomUUID(),
    keyId: randomUUID(),
    privateKey: await signingKey,
  };
  writeFileSync(path.join(dataDir, 'service-credentials.json'), JSON.stringify(credentials));
}

/**
 * Starts a service on any free port, with its own world and folder.
 * @param world the content of a world file, or the name of a world
 * @param startMs the instant at which its time begins, in milliseconds since the epoch
 */
export async function serviceUnderTest(
  world: object | string = twoOrganisations(),
  settings: Partial<ServiceConfig> = {},
  startMs = TEST_START_MS,
): Promise<ServiceUnderTest> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'device-service-'));
  await writeCredentials(dataDir);
  let worldName = 'world.json';
  if (typeof world === 'string') worldName = world;
  else writeFileSync((worldName = path.join(dataDir, 'world.json')), JSON.stringify(world));
  const config: ServiceConfig = {
    port: 0,
    world: worldName,
    seed: 1,
    clockFactor: 1,
    clockOffsetMs: 0,
    client: null,
    tokenTtlS: 31_536_000,
    rateLimit: null,
    controlPort: null,
    dataDir,
    logLevel: 'silent',
    ...settings,
  };
  let nowMs = startMs;
  let service = await startService(config, () => nowMs);
  const tokens = new Map<string, Promise<string>>();

  const requestToken = async (clientId: string, secret: string) => {
    const answer = await fetch(service.authUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        scope: 'esp',
      }),
    });
    return TokenAnswer.parse(await answer.json()).access_token;
  };
  const token = (
    clientId = service.credentials.clientId,
    secret = service.credentials.clientSecret,
  ) => {
    const known = tokens.get(clientId) ?? requestToken(clientId, secret);
    tokens.set(clientId, known);
    return known;
  };

  const raw: ServiceUnderTest['raw'] = async (to, { headers, ...init } = {}) =>
    fetch(service.baseUrl + to, {
      ...init,
      headers: { authorization: `Bearer ${await token()}`, ...headers },
    });
  const control: ServiceUnderTest['control'] = (method, to, body) =>
    fetch(`${service.controlUrl}${to}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });

  return {
    get service() {
      return service;
    },
    dataDir,
    config,
    pass: (ms) => {
      nowMs += ms;
    },
    token,
    call: async (name, asked = {}) => {
      const endpoint = ENDPOINTS[name];
      const bearer = asked.token === undefined ? await token() : asked.token;
      const address = fillPath(endpoint.path, asked.params ?? {}) + queryString(asked.query ?? {});
      const answer = await fetch(service.baseUrl + address, {
        method: endpoint.method,
        headers: {
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
          ...(asked.body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
        },
        ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
      });
      const text = await answer.text();
      const json: unknown = text === '' ? null : JSON.parse(text);
      const errors = answer.ok ? [] : (ErrorBody.parse(json).errors ?? []);
      return {
        status: answer.status,
        headers: answer.headers,
        // Parsed with the schema of this endpoint; null if it failed or has no body.
        body: trusted(answer.ok && endpoint.answer !== null ? endpoint.answer.parse(json) : null),
        errors: errors.map(({ message }) => message ?? ''),
      };
    },
    control,
    arm: async (...rules) => {
      const { status } = await control('PUT', '/faults', rules);
      if (status !== 204) throw new Error(`The faults are not taken: ${status}.`);
    },
    heal: async () => {
      const { status } = await control('DELETE', '/faults');
      if (status !== 204) throw new Error(`The faults are not ended: ${status}.`);
    },
    ledger: async () => Ledger.parse(await (await control('GET', '/ledger')).json()).batches,
    raw,
    sendOnWire: (signal = null) =>
      raw(`/v1/collectives/${IDS.fleet}/commands`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'StopCharging', value: null }),
        signal,
      }),
    restart: async (change) => {
      await service.close();
      await change?.();
      service = await startService(config, () => nowMs);
    },
    close: async () => {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
