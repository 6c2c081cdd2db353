import type { ScheduleRow } from '../../../contract/console/dispatch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { DispatchContent } from './dispatch-form.ts';

/**
 * What the sending button does, verb and count: "Stop charging on 412 entities", or
 * "Schedule 6 Commands for 62 entities".
 */
export function actWords(content: DispatchContent, entities: number): string {
  const whom = formatCount(entities, 'entity', 'entities');
  const [first] = content.items;
  return content.kind === 'now' && first !== undefined
    ? `${commandLabelWithValue(first)} on ${whom}`
    : `Schedule ${formatCount(content.items.length, 'Command', 'Commands')} for ${whom}`;
}

/** The Commands of a plan in words, each once, with how often it comes: "Reset (3 times)". */
export function itemsWords(items: readonly Pick<ScheduleRow, 'type' | 'value'>[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    const words = commandLabelWithValue(item);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .map(([words, count]) => (count === 1 ? words : `${words} (${formatNumber(count)} times)`))
    .join(', ');
}
