import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { FleetStatus } from '../../src/contract/console/fleet.ts';
import { TOKEN_ENDPOINT } from '../../src/contract/endpoints.ts';
import { randomFor } from '../../src/service/random.ts';
import { Gridhelm } from '../support/gridhelm.ts';
import { pairedFleet } from '../support/ledger-plan.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

const CREDENTIALS = { SERVICE_CLIENT_ID: 'console', SERVICE_CLIENT_SECRET: 'correct-horse' };
const PER_SECOND = 60;
const KILLS = 10;
const SEED = Number(process.env['LEDGER_SEED'] ?? Date.now() % 1_000_000);
const WITHIN_MS = 240_000;
/** Reads that a kill can lose: in flight (half of SERVICE_MAX_IN_FLIGHT), or about to be stored together. */
const UNDER_WAY = 16 + 10;

const fleet = pairedFleet(20);
const entities = fleet.directory.entities.length;
let service: Gridhelm;
let gridhelm: Gridhelm;
let operator: OperatorClient;

beforeAll(async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fleet-')), 'world.json');
  writeFileSync(file, JSON.stringify(fleet.world));
  service = await Gridhelm.start({ ...CREDENTIALS, SERVICE_WORLD: file });
  gridhelm = await Gridhelm.start({
    ...CREDENTIALS,
    SERVICE_BASE_URL: service.serviceUrl,
    SERVICE_AUTH_URL: `${service.serviceUrl}${TOKEN_ENDPOINT.path}`,
    TRACKER_REQUESTS_PER_SECOND: String(PER_SECOND),
    FLEET_POLICY: 'locations=24h',
  });
  const code = /one-time code (\S+)/.exec(gridhelm.output)?.[1] ?? '';
  operator = await new OperatorClient(gridhelm.origin).becomeAdministrator(code);
}, 120_000);
afterAll(async () => {
  await gridhelm.dispose();
  await service.dispose();
});

async function status(): Promise<FleetStatus> {
  const answer = await operator.call('GET', CONSOLE_ROUTES.fleetStatus.path);
  return FleetStatus.parse(await answer.json());
}

const isFilled = ({ due, resources }: FleetStatus) =>
  due === 0 &&
  resources.every(({ fresh, total }) => fresh === total) &&
  resources[0]?.fresh === entities;

test(
  'the first fill survives kills at any moment: no read is lost, and only those in flight are repeated',
  async () => {
    console.log(`LEDGER_SEED=${SEED}`);
    const random = randomFor('fleet-kill', SEED);
    const imported = await operator.call('POST', CONSOLE_ROUTES.importDirectory.path, {
      body: fleet.directory,
    });
    expect(imported.ok).toBe(true);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(random.between(50, 750));
      await gridhelm.end('SIGKILL');
      await gridhelm.start();
    }
    await until(status, isFilled);
    const endpoints = ['listLocations', 'listFeatures', 'getBatteryCapacity', 'listCommands'];
    const most = entities + KILLS * UNDER_WAY;
    let all = await service.received('listChargeSessions');
    for (const endpoint of endpoints) {
      const received = await service.received(endpoint);
      expect(received).toBeGreaterThanOrEqual(entities);
      expect(received).toBeLessThanOrEqual(most);
      all += received;
    }
    // Sessions take three reads: recent ones, 13 months, everything.
    expect(all).toBeLessThanOrEqual(entities * 7 + KILLS * UNDER_WAY);
    console.log(`${all} requests for ${entities * 7} reads, over ${KILLS} kills`);
  },
  WITHIN_MS,
);
