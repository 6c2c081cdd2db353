import { BatteryCapacity } from '../../contract/battery-capacity.ts';
import type { BulkFound, BulkValue, BulkValueChange } from '../../contract/console/bulk.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { Feature } from '../../contract/feature.ts';
import { z } from '../../contract/zod.ts';
import { readAnswer, type UpstreamClient } from '../../bff/upstream/client.ts';
import type { RawAnswer } from '../../bff/upstream/exchange.ts';

type Upstream = Pick<UpstreamClient, 'call'>;

function featureIn(features: readonly Feature[], name: string): BulkFound {
  const found = features.find(({ feature }) => feature === name);
  if (found !== undefined) return { code: 'value', value: found.isEnabled };
  return { code: 'no-feature', listed: features.map(({ feature }) => feature) };
}

function valueIn(change: BulkValueChange, answer: RawAnswer): BulkFound {
  return change.kind === 'feature'
    ? featureIn(readAnswer(z.array(Feature), answer), change.feature)
    : { code: 'value', value: readAnswer(BatteryCapacity, answer).batteryCapacity };
}

/** Reads the current value of an Entity. @throws UpstreamFault */
export async function readValue(
  upstream: Upstream,
  change: BulkValueChange,
  entityId: string,
  signal: AbortSignal,
): Promise<BulkFound> {
  const endpoint =
    change.kind === 'feature' ? ENDPOINTS.listFeatures : ENDPOINTS.getBatteryCapacity;
  return valueIn(
    change,
    await upstream.call(endpoint, { params: { entityId }, query: {} }, signal),
  );
}

/**
 * Sends the one request that changes an Entity. A stop of the console does not abort it.
 * @returns the current value by the Service's answer
 * @throws UpstreamFault
 */
export async function sendValue(
  upstream: Upstream,
  change: BulkValueChange,
  entityId: string,
  wanted: BulkValue,
): Promise<BulkFound> {
  const input = { params: { entityId }, query: {} };
  const answer =
    change.kind === 'feature'
      ? await upstream.call(ENDPOINTS.changeFeature, {
          ...input,
          body: { feature: change.feature, enabled: wanted },
        })
      : await upstream.call(ENDPOINTS.setBatteryCapacity, {
          ...input,
          body: { batteryCapacity: wanted },
        });
  return valueIn(change, answer);
}
