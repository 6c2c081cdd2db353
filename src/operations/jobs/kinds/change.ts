import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { BatteryCapacity } from '../../../contract/battery-capacity.ts';
import type { BulkValueChange, JobFound } from '../../../contract/console/job.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { Feature } from '../../../contract/feature.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { notSent, type Steps, type Work } from './steps.ts';

/** Changes a value of an Entity, after it was read. */
export function changeSteps(
  parts: { clock: Pick<Clock, 'now'>; upstream: Pick<UpstreamClient, 'call'> },
  { item, wanted }: Work,
  change: BulkValueChange,
): Steps {
  const { clock, upstream } = parts;
  const input = { params: { entityId: item.entity_id }, query: {} };

  const valueIn = (answer: RawAnswer): JobFound => {
    if (change.kind === 'capacity') {
      return { code: 'value', value: readAnswer(BatteryCapacity, answer).batteryCapacity };
    }
    const features = readAnswer(z.array(Feature), answer);
    const found = features.find(({ feature }) => feature === change.feature);
    if (found !== undefined) return { code: 'value', value: found.isEnabled };
    return { code: 'no-feature', listed: features.map(({ feature }) => feature) };
  };
  const read = async (signal: AbortSignal) => {
    const endpoint =
      change.kind === 'feature' ? ENDPOINTS.listFeatures : ENDPOINTS.getBatteryCapacity;
    return valueIn(await upstream.call(endpoint, input, signal));
  };
  const sendChange = () =>
    change.kind === 'feature'
      ? upstream.call(ENDPOINTS.changeFeature, {
          ...input,
          body: { feature: change.feature, enabled: wanted },
        })
      : upstream.call(ENDPOINTS.setBatteryCapacity, {
          ...input,
          body: { batteryCapacity: wanted },
        });
  const now = () => isoInstant(clock.now());

  return {
    readsRefusals: false,
    async prepare(tools) {
      const found = await tools.read(read);
      if ('failed' in found) {
        const { failed: reason, refused } = found;
        if (!refused) return { end: notSent('skipped', { code: 'unread', reason }) };
        return { end: { state: 'refused', note: { code: 'refused', reason, reading: true } } };
      }
      if (found.value.code !== 'value') return { end: notSent('skipped', found.value) };
      const before = { value: found.value.value, at: now() };
      if (before.value !== wanted) return { before };
      return { end: { state: 'unchanged', note: null, before } };
    },
    async send() {
      const found = valueIn(await sendChange());
      if (found.code === 'value' && found.value === wanted) return { state: 'done', note: null };
      return { doubt: { code: 'answered', found } };
    },
    async settle(doubt, tools) {
      const found = await tools.read(read);
      const seen =
        'failed' in found ? ({ code: 'unread', reason: found.failed } as const) : found.value;
      const note = { code: 'checked', doubt, seen } as const;
      if (seen.code !== 'value') return { state: 'unknown', note };
      const after = { value: seen.value, at: now() };
      return { state: seen.value === wanted ? 'done' : 'unknown', note, after };
    },
  };
}
