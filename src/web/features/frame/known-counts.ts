import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from '../../../contract/zod.ts';
import { collectivesQuery } from '../../api/directory.ts';
import { scheduleQuery } from '../../api/schedule.ts';
import type { NavPath } from './nav-entries.ts';

const KEY = 'gridhelm-rail-counts';
const Counts = z.object({
  '/collectives': z.int().optional().catch(undefined),
  '/schedule': z.int().optional().catch(undefined),
});
type Counts = z.infer<typeof Counts>;

/** The counts that this tab saw last; signing out forgets them. */
function lastCounts(): Counts {
  try {
    return Counts.catch({}).parse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

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
  const last = lastCounts();
  const known: Counts = {
    '/collectives': seen['/collectives'] ?? last['/collectives'],
    '/schedule': seen['/schedule'] ?? last['/schedule'],
  };
  const text = JSON.stringify(known);
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, text);
    } catch {
      // Storage is blocked or full: the counts last until the page is left.
    }
  }, [text]);
  return Object.fromEntries(Object.entries(known).filter(([, count]) => count !== undefined));
}
