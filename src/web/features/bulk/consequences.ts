import type { BulkValueChange } from '../../../contract/console/job.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { formatCount } from '../../../domain/format.ts';

/** The effects of a run, in sentences. */
export function consequences(change: BulkValueChange, count: number): string[] {
  const target = formatCount(count, 'Entity', 'Entities');
  const act =
    change.kind === 'capacity'
      ? `The Service is asked to set the battery capacity of ${target}, one request each.`
      : `The Service is asked to turn ${change.feature} ${change.enabled ? 'on' : 'off'} for ${target}, one request each.`;
  return [
    `${act} Each is read first: one that has the value already is left alone, and the value before is kept.`,
    ...captureConsequences(change),
    'Each change is sent once, within the request budget of the console. It continues when this page is closed and can be stopped; what was changed then stays changed and can be set back.',
  ];
}

function captureConsequences(change: BulkValueChange): string[] {
  if (change.kind === 'capacity' || change.feature !== CAPTURE_CHARGE_SESSIONS) return [];
  return [
    change.enabled
      ? 'The Service checks whether each can capture its charge sessions; some vehicles need their battery capacity set before, and are refused otherwise.'
      : 'While it is off, no charge sessions of these Entities are captured.',
  ];
}
