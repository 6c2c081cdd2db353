import { useEffect, useState } from 'react';

/** The current time, updated while the component is shown.
 * @param everyMs how often, in ms
 * @returns milliseconds since the epoch
 */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
