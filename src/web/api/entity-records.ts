import { queryOptions } from '@tanstack/react-query';
import { isoInstant } from '../../domain/instant.ts';
import { callService } from './client.ts';

const DAY_MS = 86_400_000;
/** How far back the recent Commands of an Entity reach, in days. */
export const RECENT_COMMAND_DAYS = 30;
/** Commands asked for; the newest ten of them are shown. */
const COMMAND_PAGE_SIZE = 200;

/**
 * Commands of an Entity with a trigger time in the last 30 days and the next 30.
 * @param nowMs taken at each read, so that the frame moves with the clock
 */
export function recentCommandsQuery(entityId: string, nowMs: () => number = Date.now) {
  return queryOptions({
    queryKey: ['commands', entityId, 'recent'] as const,
    queryFn: ({ signal }) =>
      callService('listCommands', {
        params: { entityId },
        query: {
          start: isoInstant(nowMs() - RECENT_COMMAND_DAYS * DAY_MS),
          end: isoInstant(nowMs() + RECENT_COMMAND_DAYS * DAY_MS),
          pageSize: COMMAND_PAGE_SIZE,
        },
        signal,
      }),
    staleTime: 0,
  });
}
