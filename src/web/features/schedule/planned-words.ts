import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber, formatPlanned, formatWallClock, shortId } from '../../../domain/format.ts';

/** Tells planned items apart: one batch, one instant, one Command. */
export function plannedKey(item: PlannedItem): string {
  return [item.dispatchId, item.triggerTime, item.type, item.value].join(' ');
}

/**
 * The instant on the clock of the zone that was meant, with its offset; UTC where nothing was said.
 * Where the clock never showed what was typed, that is said too.
 */
export function meantWords({ plannedAs, triggerTime }: PlannedItem): string {
  if (plannedAs === null) return formatPlanned(triggerTime, 'UTC');
  const { zone, wallClock } = plannedAs;
  const words = formatPlanned(triggerTime, zone);
  const typed = formatWallClock(wallClock);
  const differs = !words.startsWith(typed);
  return [
    words,
    zone === 'UTC' ? '' : ` ${zone}`,
    differs ? `, typed as ${typed.replace(/^.*, /, '')}` : '',
  ].join('');
}

/** The Collective by its name, or the short form of its id. */
export function collectiveWords(
  item: Pick<PlannedItem, 'collectiveId' | 'collectiveName'>,
): string {
  return item.collectiveName ?? `Collective ${shortId(item.collectiveId)}`;
}

/** "60 of 62": how many can still trigger. */
export function openMessage({ open, total }: Pick<PlannedItem, 'open' | 'total'>): string {
  return `${formatNumber(open)} of ${formatNumber(total)}`;
}

/** An item as a sentence, for names of marks and for confirmations. */
export function plannedWords(item: PlannedItem): string {
  return `${commandLabelWithValue(item)} on ${collectiveWords(item)} at ${meantWords(item)}, ${openMessage(item)} open`;
}
