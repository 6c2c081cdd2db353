import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Command } from '../../contract/command.ts';
import type { Page } from '../../contract/paging.ts';
import { instantMs } from '../../domain/instant.ts';
import { callService } from './service-client.ts';
import { endsInLoop, firstToken, mergeRows, nextToken } from './paging.ts';

/** Commands asked for per page. */
const COMMAND_PAGE_SIZE = 100;

/** A time frame of trigger times: start inclusive, end exclusive; without an end it is open. */
export interface CommandFrame {
  start: string;
  end: string | null;
}

export const commandKeys = {
  ofEntity: (entityId: string) => ['commands', entityId] as const,
};

/** The Commands of an Entity with a trigger time in a frame, as the Service lists them, page after page. */
export function entityCommandsQuery(entityId: string, frame: CommandFrame) {
  return infiniteQueryOptions({
    queryKey: [...commandKeys.ofEntity(entityId), frame.start, frame.end] as const,
    queryFn: ({ pageParam, signal }) =>
      callService('listCommands', {
        params: { entityId },
        query: {
          start: frame.start,
          end: frame.end ?? undefined,
          pageSize: COMMAND_PAGE_SIZE,
          continuationToken: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: firstToken(),
    getNextPageParam: (last, pages, _param, params) => nextToken(last, pages, params),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Whether reading stopped because the Service repeated a page. */
export const commandsLoop = endsInLoop;

/** All Commands of the pages by trigger time, newest first, each once even if two pages hold it. */
export function mergeCommands(pages: readonly Page<Command>[]): Command[] {
  const at = (command: Command) => instantMs(command.triggerTime) ?? Number.MIN_SAFE_INTEGER;
  return mergeRows(pages).toSorted((a, b) => at(b) - at(a));
}
