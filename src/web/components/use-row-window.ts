import { useEffect, useState } from 'react';

/** Which rows are drawn, and the height of those that are not. */
export interface RowWindow {
  scrollRef: (element: HTMLElement | null) => void;
  /** Height of the rows above the drawn ones, in px. */
  before: number;
  /** Height of the rows below the drawn ones, in px. */
  after: number;
  /** Index of the first drawn row. */
  first: number;
  /** Index after the last drawn row. */
  end: number;
}

/** Rows drawn beyond each edge, so that scrolling shows rows and not their absence. */
const BEYOND = 16;
/** Rows drawn before the scroll region is measured. */
const INITIAL_ROWS = 48;
/** The window moves in steps, so that not every pixel of scrolling draws anew. */
const STEP = 8;

/**
 * The rows that a scroll region shows.
 * @param scrollTop in px
 * @param height of the region, in px
 * @param rowHeight of each row, in px
 * @returns index of the first row and index after the last, not cut to the number of rows
 */
export function rowsInView(
  scrollTop: number,
  height: number,
  rowHeight: number,
): { first: number; end: number } {
  const top = Math.floor(scrollTop / rowHeight / STEP) * STEP;
  const bottom = Math.ceil((scrollTop + height) / rowHeight / STEP) * STEP;
  return { first: Math.max(0, top - BEYOND), end: bottom + BEYOND };
}

/**
 * The part of a long list of rows of equal height that is in view.
 * @param count all rows
 * @param rowHeight in px
 * @param enabled false draws all rows
 */
export function useRowWindow(count: number, rowHeight: number, enabled: boolean): RowWindow {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [view, setView] = useState({ first: 0, end: INITIAL_ROWS });

  useEffect(() => {
    if (!enabled || element === null) return;
    const measure = (): void => {
      const next = rowsInView(element.scrollTop, element.clientHeight, rowHeight);
      setView((old) => (old.first === next.first && old.end === next.end ? old : next));
    };
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [enabled, element, rowHeight]);

  if (!enabled) return { scrollRef: setElement, before: 0, after: 0, first: 0, end: count };
  const end = Math.min(view.end, count);
  // After a filter has made the list shorter, what was in view may be beyond its end.
  const first = Math.min(view.first, Math.max(0, end - INITIAL_ROWS));
  return {
    scrollRef: setElement,
    before: first * rowHeight,
    after: (count - end) * rowHeight,
    first,
    end,
  };
}
