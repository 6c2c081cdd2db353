import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from '../../../contract/zod.ts';
import { collectivesQuery } from '../../api/directory.ts';
import { scheduleQuery } from '../../api/schedule.ts';
import { keptInTab } from '../../components/kept-in-tab.ts';
import type { NavPath } from './nav-entries.ts';

const Counts = z.object({
  '/collectives': z.int().optional().catch(undefined),
  '/schedule': z.int().optional().catch(undefined),
});
type Counts = z.infer<typeof Counts>;

/** The counts that this tab saw last. */
const kept = keptInTab('gridhelm-rail-counts', Counts);

/**
 * Counts beside the entries of the rail, from what pages have read: the rail itself asks for nothing.
 * Until a page reads again, for example after a reload, they are the last known ones.
 */
export function useKnownCounts(): Partial<Record<NavPath, number>> {
  const collectives = useQuery({ ...collectivesQuery, enabled: false });
  const schedule = useQuery({ ...scheduleQuery(), enabled: false });
  const seen: Counts = {
    '/collectives': collectives.data?.collectives.length,
    '/schedule': schedule.data?.items.length,
  };
  const last = kept.load() ?? {};
  const known: Counts = {
    '/collectives': seen['/collectives'] ?? last['/collectives'],
    '/schedule': seen['/schedule'] ?? last['/schedule'],
  };
  const { '/collectives': listed, '/schedule': planned } = known;
  useEffect(() => {
    kept.save({ '/collectives': listed, '/schedule': planned });
  }, [listed, planned]);
  // None is not said: other systems may have planned some.
  return Object.fromEntries(Object.entries(known).filter(([, count]) => (count ?? 0) > 0));
}
