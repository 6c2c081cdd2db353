import type { RefObject } from 'react';
import { useEffect } from 'react';

/** All elements of the page that neither contain an element nor are inside it. */
function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body;) {
    const parent: Element | null = at.parentElement;
    found.push(...[...(parent?.children ?? [])].filter((sibling) => sibling !== at));
    at = parent;
  }
  return found;
}

/**
 * While `on`, nothing outside an element can be pressed, focused or announced. What was inert before stays so
 * afterwards.
 */
export function useOnlyReachable(element: RefObject<Element | null>, on: boolean): void {
  useEffect(() => {
    if (!on || element.current === null) return;
    const others = around(element.current).filter((each) => !each.hasAttribute('inert'));
    for (const each of others) each.setAttribute('inert', '');
    return () => {
      for (const each of others) each.removeAttribute('inert');
    };
  }, [element, on]);
}
