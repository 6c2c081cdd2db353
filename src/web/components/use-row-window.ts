import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';

/** Which rows are rendered, and the height of those that are not. */
export interface RowWindow {
  scrollRef: (element: HTMLElement | null) => void;
  /** Height of the rows above the rendered ones, in px. */
  before: number;
  /** Height of the rows below the rendered ones, in px. */
  after: number;
  /** Index of the first rendered row. */
  first: number;
  /** Index after the last rendered row. */
  end: number;
}

/** Rows rendered beyond each edge, so that scrolling shows no gap. */
const BEYOND = 8;
/** Assumed height of the scroll region until it is measured. */
const UNMEASURED = { width: 0, height: 800 };

/**
 * The part of a long list of rows of equal height that is in view.
 * @param count all rows
 * @param rowHeight in px
 * @param enabled false draws all rows
 */
export function useRowWindow(count: number, rowHeight: number, enabled: boolean): RowWindow {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count,
    enabled,
    getScrollElement: () => element,
    estimateSize: () => rowHeight,
    overscan: BEYOND,
    initialRect: UNMEASURED,
  });
  if (!enabled) return { scrollRef: setElement, before: 0, after: 0, first: 0, end: count };
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  return {
    scrollRef: setElement,
    before: first * rowHeight,
    after: (count - end) * rowHeight,
    first,
    end,
  };
}
