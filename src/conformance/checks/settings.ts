import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { type Check, type Trial, ownChoice, publicFact, section, specification } from '../check.ts';
import { mayBeRefused } from '../answers.ts';
import { Differs, NotTried, must, mustEqual, shown } from '../outcome.ts';

const FEATURE_WRITES = 'a feature of an Entity, set to the value that it has';
const CAPACITY_WRITES = 'the battery capacity of an Entity, set to the value that it has';
const OPEN = 'Errors 5: not shown';

async function featureOf({ client, fixtures }: Trial) {
  const params = { entityId: await fixtures.entityId() };
  const features = await client.read('listFeatures', { params });
  const [feature] = features;
  if (feature === undefined) throw new NotTried('the Entity has no features');
  return { params, features, feature };
}

/** Sends a change that must be refused, and checks that nothing has changed. */
async function refusedFeature(trial: Trial, body: unknown): Promise<void> {
  const { params, features } = await featureOf(trial);
  mayBeRefused(await trial.client.ask('changeFeature', { params, body }), 400);
  mustEqual(await trial.client.read('listFeatures', { params }), features, 'features afterwards');
}

/** An Entity with a battery capacity, since null cannot be restored. */
async function capacityOf({ client, targets }: Trial) {
  for (const entityId of targets.entityIds.slice(0, 25)) {
    const params = { entityId };
    const read = await client.read('getBatteryCapacity', { params }).catch((error: unknown) => {
      if (error instanceof Differs) return { batteryCapacity: null };
      throw error;
    });
    if (read.batteryCapacity !== null) return { params, capacity: read.batteryCapacity };
  }
  throw new NotTried('no Entity with a battery capacity is known: give --entity');
}

async function refusedCapacity(trial: Trial, batteryCapacity: unknown): Promise<void> {
  const { params, capacity } = await capacityOf(trial);
  const answer = await trial.client.ask('setBatteryCapacity', {
    params,
    body: { batteryCapacity },
  });
  const after = await trial.client.read('getBatteryCapacity', { params });
  mayBeRefused(answer, 400);
  mustEqual(after.batteryCapacity, capacity, 'capacity afterwards');
}

const WRONG_CAPACITIES: readonly (readonly [string, unknown])[] = [
  ['0', 0],
  ['below 0', -5],
  ['beyond reason', 1e12],
  ['as text', '50'],
  ['null', null],
  ['absent', undefined],
];

/** The settings of an Entity. */
export const SETTINGS_CHECKS: readonly Check[] = [
  ...section('Features', FEATURE_WRITES, [
    specification('setting one answers the array of all', 'Features, PATCH', async (trial) => {
      const { params, features, feature } = await featureOf(trial);
      const body = { feature: feature.feature, enabled: feature.isEnabled };
      mustEqual(await trial.client.read('changeFeature', { params, body }), features, 'features');
    }),
    ownChoice('an unknown feature is 400, and changes nothing', OPEN, (trial) =>
      refusedFeature(trial, { feature: 'NoSuchFeature', enabled: true }),
    ),
    ownChoice(
      'a flag that is not a boolean is 400, and changes nothing',
      'Feature (enabled: boolean)',
      (trial) => refusedFeature(trial, { feature: CAPTURE_CHARGE_SESSIONS, enabled: 'yes' }),
    ),
    ownChoice('the flag is named enabled, not isEnabled', 'Feature', (trial) =>
      refusedFeature(trial, { feature: CAPTURE_CHARGE_SESSIONS, isEnabled: true }),
    ),
    ownChoice('a change without a feature is 400', OPEN, (trial) =>
      refusedFeature(trial, { enabled: true }),
    ),
    publicFact(
      'capturing sessions is refused for an Entity that has none, with an explanation',
      'Charge sessions (checks compatibility)',
      async ({ client, targets }) => {
        const entityId = targets.incompatibleEntityId;
        if (entityId === null) throw new NotTried('none is known: give --incompatible-entity');
        const params = { entityId };
        const before = await client.read('listFeatures', { params });
        const body = { feature: CAPTURE_CHARGE_SESSIONS, enabled: true };
        mayBeRefused(await client.ask('changeFeature', { params, body }));
        mustEqual(await client.read('listFeatures', { params }), before, 'features afterwards');
      },
    ),
  ]),
  ...section('Battery capacity', CAPACITY_WRITES, [
    specification('setting it answers what was set', 'Battery capacity, PUT', async (trial) => {
      const { params, capacity } = await capacityOf(trial);
      const body = { batteryCapacity: capacity };
      mustEqual(await trial.client.read('setBatteryCapacity', { params, body }), body, 'answer');
    }),
    specification('what was set is read afterwards', 'Battery capacity, GET', async (trial) => {
      const { params, capacity } = await capacityOf(trial);
      const body = { batteryCapacity: capacity };
      await trial.client.read('setBatteryCapacity', { params, body });
      const read = await trial.client.read('getBatteryCapacity', { params });
      must(read.batteryCapacity === capacity, shown(read));
    }),
    ...WRONG_CAPACITIES.map(([what, value]) =>
      ownChoice(`a capacity ${what} is 400, and changes nothing`, OPEN, (trial: Trial) =>
        refusedCapacity(trial, value),
      ),
    ),
  ]),
];
