/** A battery and its charger. */
export interface Charger {
  /** kWh. */
  capacity: number;
  /** Power below the taper, in kW. */
  powerKw: number;
}

const HOUR = 3_600_000;
/** The state of charge in % above which the power tapers. */
const TAPER_FROM = 80;
/** Share of the full power that remains at 100 %. */
const LEAST_SHARE = 0.15;

/** Charging power at a state of charge (in %), in kW: constant, then falling linearly. */
export function powerAt(charger: Charger, soc: number): number {
  const tapered = Math.max(0, soc - TAPER_FROM) / (100 - TAPER_FROM);
  return charger.powerKw * (1 - tapered * (1 - LEAST_SHARE));
}

/**
 * Charges from one state of charge towards another, one percent at a time.
 * @param soc initial state, in %
 * @param wanted target state, in %
 * @param startMs start in milliseconds
 * @param untilMs latest end in milliseconds
 * @returns when it ended and the state reached, in %; a full charge ends on a whole minute of charging
 */
export function charge(
  charger: Charger,
  soc: number,
  wanted: number,
  startMs: number,
  untilMs: number,
): { endMs: number; soc: number } {
  let atMs = startMs;
  let reached = soc;
  while (reached < wanted) {
    const percentMs = ((charger.capacity / 100) * HOUR) / powerAt(charger, Math.floor(reached));
    const next = Math.min(Math.floor(reached) + 1, wanted);
    const nextMs = atMs + (next - reached) * percentMs;
    if (nextMs > untilMs) {
      const missed = Math.max(0, untilMs - atMs) / percentMs;
      return { endMs: Math.max(startMs, untilMs), soc: reached + missed };
    }
    atMs = nextMs;
    reached = next;
  }
  const minutes = Math.ceil((atMs - startMs) / 60_000);
  return { endMs: Math.min(Math.max(startMs, untilMs), startMs + minutes * 60_000), soc: reached };
}
