import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
  type DirectoryEntity,
} from '../../src/contract/console/directory.ts';
import { FleetStatus, type FleetChoice } from '../../src/contract/console/fleet.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { fillPath } from '../../src/contract/paths.ts';
import type { Gridhelm } from './gridhelm.ts';
import { OperatorClient } from './operator-client.ts';
import { until } from './until.ts';

/** Reads what the console knows of the whole directory. */
async function readStatus(client: OperatorClient): Promise<FleetStatus> {
  return await client.read(FleetStatus, CONSOLE_ROUTES.fleetStatus.path);
}

/** Refreshes resources of Entities, and waits until each was read or has failed. */
export async function readFleet(
  { origin }: Pick<Gridhelm, 'origin'>,
  wanted: Pick<FleetChoice, 'resources'> & Partial<FleetChoice>,
): Promise<void> {
  const client = await new OperatorClient(origin).signIn();
  const choice: FleetChoice = { entityIds: null, collectiveId: null, only: 'all', ...wanted };
  const asked = await client.call('POST', CONSOLE_ROUTES.refreshFleet.path, { body: choice });
  if (!asked.ok) throw new Error(`refresh: ${asked.status} ${await asked.text()}`);
  const isWhole = choice.entityIds === null && choice.collectiveId === null;
  await until(
    () => readStatus(client),
    ({ asked: waiting, resources }) =>
      waiting === 0 &&
      (!isWhole ||
        resources.every(
          ({ resource, never }) => !wanted.resources.includes(resource) || never === 0,
        )),
  );
}

/** Refreshes the places of Entities (null: of all), and waits until each was read or has failed. */
export async function readPlaces(
  gridhelm: Pick<Gridhelm, 'origin'>,
  entityIds: FleetChoice['entityIds'] = null,
): Promise<void> {
  await readFleet(gridhelm, { resources: ['locations'], entityIds });
}

/** The Entities of the demo world's first Fleet. */
export async function vansOf({ origin }: Pick<Gridhelm, 'origin'>): Promise<DirectoryEntity[]> {
  const client = await new OperatorClient(origin).signIn();
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  const id = collectives.find(({ type }) => type === 'Fleet')?.id ?? '';
  const path = fillPath(CONSOLE_ROUTES.collective.path, { id });
  return (await client.read(DirectoryCollectiveDetail, path)).entities;
}
