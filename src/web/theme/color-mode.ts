import { useSyncExternalStore } from 'react';

/** Key of the chosen colour scheme in localStorage; the page's first script reads it too. */
export const MODE_KEY = 'gridhelm-mode';

export type ColorMode = 'system' | 'light' | 'dark';
interface Shown {
  mode: ColorMode;
  /** The scheme currently shown. */
  scheme: 'light' | 'dark';
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let shown = shownAs(stored());

function stored(): ColorMode {
  try {
    const mode = localStorage.getItem(MODE_KEY);
    return mode === 'light' || mode === 'dark' ? mode : 'system';
  } catch {
    return 'system';
  }
}

function shownAs(mode: ColorMode): Shown {
  const scheme = mode === 'system' ? (dark.matches ? 'dark' : 'light') : mode;
  document.documentElement.dataset['scheme'] = scheme;
  return { mode, scheme };
}

function show(mode: ColorMode): void {
  shown = shownAs(mode);
  for (const listener of listeners) listener();
}

// The system may turn dark in the evening, and another window may change the colours.
dark.addEventListener('change', () => show(shown.mode));
window.addEventListener('storage', ({ key }) => {
  if (key === MODE_KEY || key === null) show(stored());
});

/** Chooses and stores the colours; if storage is blocked they last until the page is left. */
export function setColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(MODE_KEY, mode);
  } catch {
    // Storage is blocked or full: the choice applies to this page only.
  }
  show(mode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen colours of this browser, and the scheme shown. */
export function useColorMode(): Shown {
  return useSyncExternalStore(subscribe, () => shown);
}
