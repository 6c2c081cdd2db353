import { BatteryCapacity } from '../../contract/battery-capacity.ts';
import type { BulkValue, BulkValueChange } from '../../contract/console/bulk.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { Feature } from '../../contract/feature.ts';
import { z } from '../../contract/zod.ts';
import { readAnswer, type UpstreamClient } from '../../bff/upstream/client.ts';
import type { RawAnswer } from '../../bff/upstream/exchange.ts';

type Upstream = Pick<UpstreamClient, 'call'>;

/** What an Entity has, or why it has no such value at all. */
export type Found = { value: BulkValue } | { missing: string };

function featureIn(features: readonly Feature[], name: string): Found {
  const found = features.find(({ feature }) => feature === name);
  if (found !== undefined) return { value: found.isEnabled };
  const others = features.map(({ feature }) => feature).join(', ');
  return {
    missing: `The Service lists no feature ${name} for this Entity; it lists ${others === '' ? 'none' : others}.`,
  };
}

function valueIn(change: BulkValueChange, answer: RawAnswer): Found {
  return change.kind === 'feature'
    ? featureIn(readAnswer(z.array(Feature), answer), change.feature)
    : { value: readAnswer(BatteryCapacity, answer).batteryCapacity };
}

/** Reads what an Entity has now. @throws UpstreamFault */
export async function readValue(
  upstream: Upstream,
  change: BulkValueChange,
  entityId: string,
  signal: AbortSignal,
): Promise<Found> {
  const endpoint =
    change.kind === 'feature' ? ENDPOINTS.listFeatures : ENDPOINTS.getBatteryCapacity;
  return valueIn(
    change,
    await upstream.call(endpoint, { params: { entityId }, query: {} }, signal),
  );
}

/**
 * Sends the one request that changes an Entity. It is not given up when the console stops.
 * @returns what the Service answers that it has now
 * @throws UpstreamFault
 */
export async function sendValue(
  upstream: Upstream,
  change: BulkValueChange,
  entityId: string,
  wanted: BulkValue,
): Promise<Found> {
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

/** A value in words; capacities in whatever unit is configured, which the server need not say. */
export function valueWords(value: BulkValue): string {
  if (value === null) return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}
