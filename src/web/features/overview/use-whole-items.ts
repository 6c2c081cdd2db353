import { useLayoutEffect, useState } from 'react';

/** The items of a list whose columns wrap to the side: those of the first column fit. */
function beyondFirst(list: HTMLElement): number {
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  return items.filter((item) => item.offsetLeft > (items[0]?.offsetLeft ?? 0)).length;
}

/** How many items at the end of a list do not fit its height whole. The list has `wholeItems` as its style. */
export function useWholeItems(): [(list: HTMLElement | null) => void, number] {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [hidden, setHidden] = useState(0);
  // After each draw: other items may be taller.
  useLayoutEffect(() => setHidden(list === null ? 0 : beyondFirst(list)));
  useLayoutEffect(() => {
    if (list === null) return undefined;
    const resized = new ResizeObserver(() => setHidden(beyondFirst(list)));
    resized.observe(list);
    return () => resized.disconnect();
  }, [list]);
  return [setList, hidden];
}

/** What does not fit whole wraps into a column beyond the edge, where it is not seen. */
export const wholeItems = {
  flex: { md: 1 },
  minHeight: { md: 0 },
  display: { md: 'flex' },
  flexDirection: 'column',
  flexWrap: 'wrap',
  overflow: { md: 'hidden' },
  '& > li': { width: { md: 1 }, boxSizing: 'border-box' },
} as const;
