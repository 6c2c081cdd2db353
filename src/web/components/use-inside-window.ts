import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';

/** Minimum distance to the edges of the window, in px. */
const EDGE = 16;

/** While `on`, moves an element that extends beyond the sides or the bottom of the window into it. */
export function useInsideWindow(element: RefObject<HTMLElement | null>, on: boolean): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!on || box === null) return;
    const move = (): void => {
      box.style.setProperty('translate', 'none');
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const beyond = right - (document.documentElement.clientWidth - EDGE);
      const shift = beyond > 0 ? -Math.min(beyond, left - EDGE) : Math.max(0, EDGE - left);
      const below = bottom - (document.documentElement.clientHeight - EDGE);
      const rise = below > 0 ? -Math.max(0, Math.min(below, top - EDGE)) : 0;
      box.style.setProperty('translate', `${Math.round(shift)}px ${Math.round(rise)}px`);
    };
    move();
    // The panel's content may change its width.
    const resized = new ResizeObserver(move);
    resized.observe(box);
    return () => resized.disconnect();
  }, [element, on]);
}
