import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { plannedTimeLabel } from '../../../domain/planned-time.ts';

/** Key of a planned item: its batch, if it has one, instant and Command. */
export function plannedKey(item: PlannedItem): string {
  return [item.batch?.dispatchId, item.triggerTime, item.type, item.value].join(' ');
}

/** The Collective's name, or the short form of its id; what another system planned has none. */
export function collectiveLabel({ batch }: Pick<PlannedItem, 'batch'>): string {
  if (batch === null) return MISSING;
  return batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`;
}

/** Who planned it. */
export const plannedBy = ({ batch }: PlannedItem) => batch?.operatorName ?? SENT_BY_ANOTHER;

/** "60 of 62": how many can still trigger. */
export function openMessage({ open, total }: Pick<PlannedItem, 'open' | 'total'>): string {
  return `${formatNumber(open)} of ${formatNumber(total)}`;
}

/** An item as a sentence, for accessible names and confirmations. */
export function plannedItemLabel(item: PlannedItem): string {
  return `${commandLabelWithValue(item)} on ${collectiveLabel(item)} at ${plannedTimeLabel(item)}, ${openMessage(item)} open`;
}
