import type { Clock } from '../../../lib/clock.ts';

/** How often browsers are notified of running reports, in milliseconds. */
const BEAT_MS = 1000;

/** A run that changed; no list shows a draft. */
export interface ChangedRun {
  id: string;
  isDraft: boolean;
}

/** Announces the progress of running reports to browsers, at a limited rate: every stored page would be too often. */
export interface ReportPulse {
  /** Must be called after data of a run was stored. */
  changed(run: ChangedRun): void;
  /** Stops announcing. */
  stop(): void;
}

/** Creates the pulse. @param onBeat called with each run that changed since the last time */
export function createReportPulse(
  clock: Pick<Clock, 'now' | 'after'>,
  onBeat: (run: ChangedRun) => void,
): ReportPulse {
  const waiting = new Map<string, ChangedRun>();
  let cancel: (() => void) | null = null;
  let lastAt = -Infinity;
  let stopped = false;

  const beat = () => {
    cancel = null;
    lastAt = clock.now();
    for (const run of waiting.values()) onBeat(run);
    waiting.clear();
  };

  return {
    changed(run) {
      if (stopped) return;
      waiting.set(run.id, run);
      cancel ??= clock.after(Math.max(0, lastAt + BEAT_MS - clock.now()), beat);
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
