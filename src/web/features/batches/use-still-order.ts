import { useCallback, useEffect, useRef, useState } from 'react';
import type { BatchPart } from '../../../contract/console/batch.ts';

/**
 * Keeps the order of rows while they are being read: what fails meanwhile goes to the top once the reader has left
 * the table, or asks for it.
 * @param asOf when the figures were read; they say whether there is anything to move
 * @param moving whether the batch can still change
 */
export function useStillOrder(asOf: string, { causes }: BatchPart, moving: boolean) {
  const count = causes.reduce((sum, cause) => sum + cause.count, 0);
  const table = useRef<HTMLDivElement>(null);
  const [ordered, setOrdered] = useState({ at: moving ? asOf : undefined, count });
  const isBehind = moving || ordered.at !== undefined ? ordered.count !== count : false;
  const orderNow = useCallback(() => setOrdered({ at: asOf, count }), [asOf, count]);
  useEffect(() => {
    const rows = table.current;
    const isRead =
      rows !== null &&
      (rows.matches(':hover') ||
        rows.contains(document.activeElement) ||
        rows.getBoundingClientRect().top < 0);
    if (isBehind && !isRead) orderNow();
  }, [isBehind, orderNow]);
  return {
    table,
    /** For the query of the rows. */
    orderedAt: ordered.at,
    /** Whether something would move to the top. */
    isBehind,
    orderNow,
  };
}
