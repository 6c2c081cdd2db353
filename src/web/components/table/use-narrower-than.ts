import { useEffect, useState } from 'react';

/**
 * Compares the width of an element with what it needs.
 * @returns its ref, and whether it is narrower than a width in px; false until it is measured
 */
export function useNarrowerThan(): readonly [
  (element: HTMLElement | null) => void,
  (px: number) => boolean,
] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(Infinity);
  useEffect(() => {
    if (element === null) return undefined;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth || Infinity));
    resized.observe(element);
    return () => resized.disconnect();
  }, [element]);
  return [setElement, (px) => width < px];
}
