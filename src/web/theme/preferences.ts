import { useSyncExternalStore } from 'react';
import { z } from '../../contract/zod.ts';

/** The operator's settings in this browser: time zone, the rail's width, notifications, files. */
const Preferences = z.object({
  zone: z.enum(['browser', 'utc']).catch('browser'),
  railCollapsed: z.boolean().catch(false),
  /** Whether the browser may notify when a batch has ended. */
  notify: z.boolean().catch(false),
  /** How CSV files of reports are written: whether with a byte order mark, the separator, the decimal sign. */
  csvMark: z.boolean().catch(false),
  csvSeparator: z.enum(['comma', 'semicolon', 'tab']).catch('comma'),
  csvDecimal: z.enum(['point', 'comma']).catch('point'),
});
export type Preferences = z.infer<typeof Preferences>;

const STORAGE_KEY = 'gridhelm-preferences';
const DEFAULTS: Preferences = Preferences.parse({});
const listeners = new Set<() => void>();
let current = load();

function load(): Preferences {
  try {
    return Preferences.catch(DEFAULTS).parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    return DEFAULTS;
  }
}

/** Changes and stores preferences; if storage is blocked they last until the page is left. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  } catch {
    // Storage is blocked or full: the choice applies to this page only.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preferences of this browser. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

/** The IANA zone in which times are shown. */
export function useZone(): string {
  return usePreferences().zone === 'utc' ? 'UTC' : browserZone();
}

/** How long the browser's zone is cached, in milliseconds: people travel. */
const ZONE_HOLDS_MS = 60_000;
let known = { zone: '', askedAt: -Infinity };

/** The IANA zone of this browser, cached: reading it is slow, and every time in a table needs it. */
export function browserZone(): string {
  const now = performance.now();
  if (now - known.askedAt > ZONE_HOLDS_MS) {
    known = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, askedAt: now };
  }
  return known.zone;
}
