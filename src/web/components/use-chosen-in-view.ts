import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Width in px of the neighbour that stays visible, as a sign that there is more. */
const BESIDE = 32;

/**
 * Scrolls a row of tabs sideways until the chosen one is in view, without moving the page.
 * @param current the attribute `data-tab` of the chosen tab
 * @returns the ref of the row
 */
export function useChosenInView<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const box = row.current;
    const tab = box?.querySelector(`[data-tab="${CSS.escape(current)}"]`);
    if (box === null || tab === null || tab === undefined) return undefined;
    const bring = () => {
      const { left, right } = box.getBoundingClientRect();
      const at = tab.getBoundingClientRect();
      if (at.right > right) box.scrollLeft += at.right - right + BESIDE;
      else if (at.left < left) box.scrollLeft -= left - at.left + BESIDE;
    };
    bring();
    // A count or a font that loads later makes the tabs before it wider.
    const sizes = new ResizeObserver(bring);
    for (const each of box.children) sizes.observe(each);
    return () => sizes.disconnect();
  }, [current]);
  return row;
}
