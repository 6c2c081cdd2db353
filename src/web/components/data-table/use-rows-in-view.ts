import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';

/** Which rows are rendered, and the height of those that are not. */
export interface RowView {
  /** Height of the rows above the rendered ones, in px. */
  before: number;
  /** Height of the rows below the rendered ones, in px. */
  after: number;
  /** Indices of the rendered rows. */
  indices: readonly number[];
}

/** Rows rendered beyond each edge, so that scrolling shows no gap. */
const BEYOND = 8;
/** Assumed height of the scroll region until it is measured, in px. */
const UNMEASURED = 800;

/**
 * The part of a long list of equally tall rows that is in view.
 * @param count all rows
 * @param rowHeight in px
 * @param enabled false renders all rows
 */
export function useRowsInView(
  count: number,
  rowHeight: number,
  enabled: boolean,
): RowView & { scrollRef: (element: HTMLElement | null) => void } {
  const [element, scrollRef] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count,
    enabled,
    getScrollElement: () => element,
    estimateSize: () => rowHeight,
    overscan: BEYOND,
    initialRect: { width: 0, height: UNMEASURED },
    observeElementRect: (instance, told) =>
      observeElementRect(instance, ({ width, height }) =>
        told({ width, height: height === 0 ? UNMEASURED : height }),
      ),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const indices = useMemo(
    () =>
      enabled ? items.map(({ index }) => index) : Array.from({ length: count }, (_, at) => at),
    [enabled, items, count],
  );
  if (!enabled) return { scrollRef, before: 0, after: 0, indices };
  return {
    scrollRef,
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    indices,
  };
}
