import { useSyncExternalStore } from 'react';

/** Makes a value outside React that every part of the page sees; set to what it is, it tells nobody. */
export function sharedValue<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const now = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const set = (next: Value) => {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener();
  };
  return { now, set, subscribe, use: () => useSyncExternalStore(subscribe, now) };
}
