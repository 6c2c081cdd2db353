import { useQuery } from '@tanstack/react-query';
import { collectivesQuery } from '../../api/directory.ts';
import { scheduleQuery } from '../../api/schedule.ts';
import type { NavPath } from './nav-entries.ts';

/** Counts beside the entries of the rail, from what pages have read: the rail itself asks for nothing. */
export function useKnownCounts(): Partial<Record<NavPath, number>> {
  const collectives = useQuery({ ...collectivesQuery, enabled: false });
  const schedule = useQuery({ ...scheduleQuery(), enabled: false });
  return {
    ...(collectives.data && { '/collectives': collectives.data.collectives.length }),
    ...(schedule.data && { '/schedule': schedule.data.items.length }),
  };
}
