import type { ScheduledCommandRequest } from '../../../contract/command.ts';
import { instantMs } from '../../../domain/instant.ts';

/**
 * First and last instant at which a dispatch takes effect, in milliseconds since the epoch.
 * @param items its Commands; one without a trigger time takes effect at the send
 * @param sentAt when it was recorded, in milliseconds since the epoch
 */
export function effectSpan(
  items: readonly Pick<ScheduledCommandRequest, 'triggerTime'>[],
  sentAt: number,
): { from: number; to: number } {
  const instants = items.map(({ triggerTime }) => instantMs(triggerTime) ?? sentAt);
  return instants.length === 0
    ? { from: sentAt, to: sentAt }
    : { from: Math.min(...instants), to: Math.max(...instants) };
}
