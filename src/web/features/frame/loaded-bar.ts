import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

let loaded: ComponentType | null = null;

/** Loads the bar of a phone, which wider screens do not need. */
export async function loadBottomBar(): Promise<ComponentType> {
  loaded ??= (await import('./bottom-bar.tsx')).BottomBar;
  return loaded;
}

/** The bar, or null on a wide screen and until it is loaded after a window became narrow. */
export function useBottomBar(narrow: boolean): ReactNode {
  const [bar, setBar] = useState<ComponentType | null>(() => loaded);
  useEffect(() => {
    if (!narrow || bar !== null) return;
    void loadBottomBar().then((component) => setBar(() => component));
  }, [narrow, bar]);
  return narrow && bar !== null ? createElement(bar) : null;
}
