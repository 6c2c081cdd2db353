import type { Clock } from '../clock.ts';

/** A clock that a test moves by hand. */
export interface ManualClock extends Clock {
  /** Moves the time forward and runs what is due, in order. */
  advance(ms: number): void;
  /** Sets the time of day without elapsed time, like a correction of a machine's clock. */
  set(now: number): void;
  /** Time until the next timer in ms, or null. */
  next(): number | null;
}

/** Makes a clock stopped at an instant, in milliseconds since the epoch. */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let time = start;
  let shift = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const earliest = () => [...timers].toSorted((a, b) => a.at - b.at)[0];
  return {
    now: () => time + shift,
    elapsed: () => time - start,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (let due = earliest(); due !== undefined && due.at <= end; due = earliest()) {
        timers.delete(due);
        time = due.at;
        due.run();
      }
      time = end;
    },
    set(now) {
      shift = now - time;
    },
    next() {
      const timer = earliest();
      return timer === undefined ? null : timer.at - time;
    },
  };
}
