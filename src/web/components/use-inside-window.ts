import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';

/** Distance that is kept to the edges of the window, in px. */
const EDGE = 16;

/** While `on`, an element that would reach beyond the sides of the window is moved into it. */
export function useInsideWindow(element: RefObject<HTMLElement | null>, on: boolean): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!on || box === null) return;
    const move = (): void => {
      box.style.setProperty('translate', 'none');
      const { left, right } = box.getBoundingClientRect();
      const beyond = right - (document.documentElement.clientWidth - EDGE);
      const shift = beyond > 0 ? -Math.min(beyond, left - EDGE) : Math.max(0, EDGE - left);
      box.style.setProperty('translate', `${Math.round(shift)}px 0`);
    };
    move();
    // What the panel shows may change its width.
    const resized = new ResizeObserver(move);
    resized.observe(box);
    return () => resized.disconnect();
  }, [element, on]);
}
