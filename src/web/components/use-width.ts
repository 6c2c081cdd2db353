import { useEffect, useState } from 'react';

/** The ref of an element and its inner width in px; infinite until it is measured. */
export function useWidth(): readonly [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(Infinity);
  useEffect(() => {
    if (element === null) return undefined;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth || Infinity));
    resized.observe(element);
    return () => resized.disconnect();
  }, [element]);
  return [setElement, width];
}
