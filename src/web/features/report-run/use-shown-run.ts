import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { lastFigures } from '../../api/report-results.ts';

/**
 * A run as readers are told of it: while its last figures are being read, figures of an earlier moment are on
 * screen, and nothing says that they are the last ones.
 */
export function useShownRun(run: ReportRun): ReportRun {
  const client = useQueryClient();
  const [before, setBefore] = useState(run);
  const isHeld = run.state !== 'running' && before.state === 'running' && before.id === run.id;
  if (!isHeld && before !== run) setBefore(run);
  useEffect(() => {
    if (!isHeld) return undefined;
    // What is on screen has begun to read: effects of parts come before this one.
    const check = () => {
      if (client.isFetching(lastFigures(run)) === 0) setBefore(run);
    };
    check();
    // A read that is only added may be so while something is drawn, and ends nothing.
    return client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') check();
    });
  }, [client, isHeld, run]);
  return isHeld ? before : run;
}
