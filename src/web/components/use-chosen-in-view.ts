import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Width in px of what stays visible beside the chosen tab, as a sign that there is more. */
const BESIDE = 32;

/**
 * Scrolls a row of tabs sideways until the chosen one is in view; the page itself does not move.
 * @param current the attribute `data-tab` of the chosen tab
 * @returns for the row
 */
export function useChosenInView<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const box = row.current;
    const tab = box?.querySelector(`[data-tab="${CSS.escape(current)}"]`)?.getBoundingClientRect();
    if (box === null || tab === undefined) return;
    const { left, right } = box.getBoundingClientRect();
    if (tab.right > right) box.scrollLeft += tab.right - right + BESIDE;
    else if (tab.left < left) box.scrollLeft -= left - tab.left + BESIDE;
  }, [current]);
  return row;
}
