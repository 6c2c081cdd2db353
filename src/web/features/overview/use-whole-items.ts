import { useLayoutEffect, useState } from 'react';

/** Counts the items beyond the first column of a list that wraps sideways; those in it fit. */
function beyondFirst(list: HTMLElement): number {
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  return items.filter((item) => item.offsetLeft > (items[0]?.offsetLeft ?? 0)).length;
}

/**
 * How many items at the end of a list do not fit entirely into its height. The list needs the style
 * `wholeItems`.
 * @param count of its items
 */
export function useWholeItems(count: number): [(list: HTMLElement | null) => void, number] {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    if (list === null) return undefined;
    const measure = () => setHidden(beyondFirst(list));
    measure();
    const resized = new ResizeObserver(measure);
    for (const each of [list, ...[...list.children].slice(0, count)]) resized.observe(each);
    return () => resized.disconnect();
  }, [list, count]);
  return [setList, list === null ? 0 : hidden];
}

/** Items that do not fit wrap into a column beyond the edge, where they are invisible. */
export const wholeItems = {
  flex: { md: 1 },
  minHeight: { md: 0 },
  display: { md: 'flex' },
  flexDirection: 'column',
  flexWrap: 'wrap',
  overflow: { md: 'hidden' },
  '& > li': { width: { md: 1 }, boxSizing: 'border-box' },
} as const;
