import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber, formatPlanned, formatWallClock, shortId } from '../../../domain/format.ts';

/** Key of a planned item: its batch, instant and Command. */
export function plannedKey(item: PlannedItem): string {
  return [item.dispatchId, item.triggerTime, item.type, item.value].join(' ');
}

/**
 * The instant in the planned time zone, with its offset; UTC without a zone. Adds the typed time if
 * the clock never showed it.
 */
export function plannedTimeLabel({ plannedAs, triggerTime }: PlannedItem): string {
  if (plannedAs === null) return formatPlanned(triggerTime, 'UTC');
  const { zone, wallClock } = plannedAs;
  const time = formatPlanned(triggerTime, zone);
  const typed = formatWallClock(wallClock);
  const differs = !time.startsWith(typed);
  return [
    time,
    zone === 'UTC' ? '' : ` ${zone}`,
    differs ? `, typed as ${typed.replace(/^.*, /, '')}` : '',
  ].join('');
}

/** The instant in UTC, or null if {@link plannedTimeLabel} says the same already. */
export function utcBeside(item: PlannedItem): string | null {
  const utc = formatPlanned(item.triggerTime, 'UTC');
  return plannedTimeLabel(item) === utc ? null : utc;
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
