import type { Feature } from '../../contract/feature.ts';
import type { Ask, Client } from '../client.ts';
import { isKnownId } from '../fixtures.ts';
import { NotTried, mustEqual } from '../outcome.ts';
import { type Attempts, readOrNull } from './attempts.ts';

/** Remembers features and battery capacities from before a check changed them. */
export interface SettingsKeeper {
  /** Reads the current values. Throws NotTried if they cannot be read: then they could not be restored. */
  before(name: 'changeFeature' | 'setBatteryCapacity', ask: Ask): Promise<void>;
  putBack(): Promise<void>;
}

function known<T>(value: T | null, what: string): T {
  if (value === null) throw new NotTried(`${what} cannot be read, and so could not be put back`);
  return value;
}

/** Makes a tracker of settings. */
export function makeSettingsKeeper(client: Client, attempts: Attempts): SettingsKeeper {
  const features = new Map<string, Feature[]>();
  const capacities = new Map<string, number>();

  const featuresOf = (entityId: string) => client.read('listFeatures', { params: { entityId } });
  const capacityOf = async (entityId: string) =>
    (await client.read('getBatteryCapacity', { params: { entityId } })).batteryCapacity;

  const putFeaturesBack = async (entityId: string, was: readonly Feature[]): Promise<void> => {
    const enabledBefore = (feature: string) =>
      was.find((row) => row.feature === feature)?.isEnabled ?? false;
    const changed = async () =>
      (await featuresOf(entityId)).filter((row) => row.isEnabled !== enabledBefore(row.feature));
    for (const { feature } of await changed()) {
      const body = { feature, enabled: enabledBefore(feature) };
      await client.read('changeFeature', { params: { entityId }, body });
    }
    mustEqual(await changed(), [], 'still otherwise');
  };

  const putCapacityBack = async (entityId: string, was: number): Promise<void> => {
    if ((await capacityOf(entityId)) === was) return;
    const body = { batteryCapacity: was };
    await client.read('setBatteryCapacity', { params: { entityId }, body });
    mustEqual(await capacityOf(entityId), was, 'still otherwise');
  };

  return {
    before: async (name, { params: { entityId = '' } = {} }) => {
      if (!isKnownId(entityId)) return;
      if (name === 'changeFeature' && !features.has(entityId)) {
        const was = await readOrNull(() => featuresOf(entityId));
        features.set(entityId, known(was, `the features of Entity ${entityId}`));
      }
      if (name === 'setBatteryCapacity' && !capacities.has(entityId)) {
        const was = await readOrNull(() => capacityOf(entityId));
        capacities.set(entityId, known(was, `the battery capacity of Entity ${entityId}`));
      }
    },
    putBack: async () => {
      for (const [entityId, was] of features) {
        await attempts.attempt(`features of Entity ${entityId}`, () =>
          putFeaturesBack(entityId, was),
        );
        features.delete(entityId);
      }
      for (const [entityId, was] of capacities) {
        await attempts.attempt(`battery capacity of Entity ${entityId}, which was ${was}`, () =>
          putCapacityBack(entityId, was),
        );
        capacities.delete(entityId);
      }
    },
  };
}
