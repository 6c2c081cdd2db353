import { FleetStatus, type FleetChoice } from '../../src/contract/console/fleet.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import type { Gridhelm } from './gridhelm.ts';
import { OperatorClient } from './operator-client.ts';
import { until } from './until.ts';

/** Reads what the console knows of the whole directory. */
async function readStatus(client: OperatorClient): Promise<FleetStatus> {
  return await client.read(FleetStatus, CONSOLE_ROUTES.fleetStatus.path);
}

/** Has the places of Entities read (null: of all), and waits until each of them was read or has failed. */
export async function readPlaces(
  { origin }: Pick<Gridhelm, 'origin'>,
  entityIds: FleetChoice['entityIds'] = null,
): Promise<void> {
  const client = await new OperatorClient(origin).signIn();
  const choice: FleetChoice = {
    entityIds,
    collectiveId: null,
    resources: ['locations'],
    only: 'all',
  };
  const asked = await client.call('POST', CONSOLE_ROUTES.refreshFleet.path, { body: choice });
  if (!asked.ok) throw new Error(`refresh: ${asked.status} ${await asked.text()}`);
  await until(
    () => readStatus(client),
    ({ asked: waiting, resources }) =>
      waiting === 0 &&
      (entityIds !== null ||
        resources.find(({ resource }) => resource === 'locations')?.never === 0),
  );
}
