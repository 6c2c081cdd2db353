import type { ScheduleRow } from '../../../contract/console/dispatch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { DispatchContent } from './dispatch-form.ts';

/**
 * What the sending button does, verb and count: "Stop charging on 412 entities", or
 * "Schedule 6 Commands for 62 entities".
 */
export function sendLabel(content: DispatchContent, entities: number): string {
  const target = formatCount(entities, 'Entity', 'Entities');
  const [first] = content.items;
  return content.kind === 'now' && first !== undefined
    ? `${commandLabelWithValue(first)} on ${target}`
    : `Schedule ${formatCount(content.items.length, 'Command', 'Commands')} for ${target}`;
}

/** The distinct Commands of a plan with their counts: "Reset (3 times)". */
export function itemsLabel(items: readonly Pick<ScheduleRow, 'type' | 'value'>[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    const label = commandLabelWithValue(item);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .map(([label, count]) => (count === 1 ? label : `${label} (${formatNumber(count)} times)`))
    .join(', ');
}
