import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { plannedTimeLabel } from '../../../domain/planned-time.ts';

/** Key of a planned item: its batch, instant and Command. */
export function plannedKey(item: PlannedItem): string {
  return [item.dispatchId, item.triggerTime, item.type, item.value].join(' ');
}

/** The Collective's name, or the short form of its id. */
export function collectiveLabel(
  item: Pick<PlannedItem, 'collectiveId' | 'collectiveName'>,
): string {
  return item.collectiveName ?? `Collective ${shortId(item.collectiveId)}`;
}

/** "60 of 62": how many can still trigger. */
export function openMessage({ open, total }: Pick<PlannedItem, 'open' | 'total'>): string {
  return `${formatNumber(open)} of ${formatNumber(total)}`;
}

/** An item as a sentence, for accessible names and confirmations. */
export function plannedItemLabel(item: PlannedItem): string {
  return `${commandLabelWithValue(item)} on ${collectiveLabel(item)} at ${plannedTimeLabel(item)}, ${openMessage(item)} open`;
}
