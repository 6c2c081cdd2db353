import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Which rows are rendered, and the height of those that are not. */
export interface RowView {
  /** Height of the rows above the rendered ones, in px. */
  before: number;
  /** Height of the rows below the rendered ones, in px. */
  after: number;
  /** Index of the first rendered row. */
  first: number;
  /** Index after the last rendered row. */
  end: number;
}

interface RowWindow extends RowView {
  scrollRef: (element: HTMLElement | null) => void;
}

/** The indices of the rendered rows. */
export function rowIndices({ first, end }: Pick<RowView, 'first' | 'end'>): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
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
export function useRowWindow(count: number, rowHeight: number, enabled: boolean): RowWindow {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // The row rather than the pixel at the top: most scroll events do not change it.
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(UNMEASURED);
  useEffect(() => {
    if (element === null || !enabled) return undefined;
    const measure = () => {
      setTop(Math.floor(element.scrollTop / rowHeight));
      setHeight(element.clientHeight || UNMEASURED);
    };
    // Render at once, before the browser shows the new position.
    const scrolled = () => flushSync(measure);
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [element, enabled, rowHeight]);
  if (!enabled) return { scrollRef: setElement, before: 0, after: 0, first: 0, end: count };
  // A list that became shorter is rendered before the browser has scrolled up to its new end.
  const rows = Math.ceil(height / rowHeight) + 1;
  const end = Math.min(count, top + rows + BEYOND);
  const first = Math.max(0, Math.min(top, end - rows) - BEYOND);
  return {
    scrollRef: setElement,
    before: first * rowHeight,
    after: (count - end) * rowHeight,
    first,
    end,
  };
}
