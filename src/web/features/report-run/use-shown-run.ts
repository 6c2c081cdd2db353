import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { lastFigures } from '../../api/report-queries.ts';

/**
 * A run as shown to readers: while its last figures are being read, older ones are on screen, and must not
 * appear final.
 */
export function useShownRun(run: ReportRun): ReportRun {
  const client = useQueryClient();
  const [before, setBefore] = useState(run);
  const isHeld = run.state !== 'running' && before.state === 'running' && before.id === run.id;
  if (!isHeld && before !== run) setBefore(run);
  useEffect(() => {
    if (!isHeld) return undefined;
    // What is on screen has begun to read: effects of children run before this one.
    const check = () => {
      if (client.isFetching(lastFigures(run)) === 0) setBefore(run);
    };
    check();
    // A query may be added during a render; that ends no read.
    return client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') check();
    });
  }, [client, isHeld, run]);
  return isHeld ? before : run;
}
