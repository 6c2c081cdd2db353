/** Milliseconds since the epoch, by the machine's clock. */
export type WallClock = () => number;

/** The real time of this machine; everything else uses a {@link WallClock} or {@link Clock}. */
export const machineClock: WallClock = () => Date.now();

/** The time of the simulated devices. It never runs backwards. */
export interface Clock {
  /** Simulated now, in milliseconds since the epoch. */
  now(): number;
  /** Jumps ahead by a number of milliseconds. */
  advance(ms: number): void;
}

/**
 * A clock that runs at a factor of another from its creation.
 * @param wall the time that it follows
 * @param factor simulated seconds per real second; 1 is real time
 * @param notBefore earliest start in milliseconds, so that a restart does not turn time back
 */
export function startClock(wall: WallClock, factor: number, notBefore: number): Clock {
  let seen = wall();
  let reached = Math.max(seen, notBefore);
  return {
    now: () => {
      const now = wall();
      // If the machine's clock is set back, this one continues from its current time.
      if (now > seen) reached += (now - seen) * factor;
      seen = now;
      return Math.round(reached);
    },
    advance: (ms) => {
      reached += ms;
    },
  };
}
