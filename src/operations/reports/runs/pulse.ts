import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';

/** How often browsers are notified of running reports, in milliseconds. */
const BEAT_MS = 1000;

/** Announces the progress of running reports to browsers, at a limited rate: every stored page would be too often. */
export interface ReportPulse {
  /** Must be called after data of a run was stored. */
  changed(): void;
  /** Stops announcing; resolves when the current announcement is stored. */
  stop(): Promise<void>;
}

/** Creates the pulse. */
export function createReportPulse(parts: {
  db: Kysely<Store>;
  clock: Clock;
  /** Called after the version was raised. */
  onBeat(): void;
  onError(error: unknown): void;
}): ReportPulse {
  const { db, clock } = parts;
  let cancel: (() => void) | null = null;
  let beating: Promise<void> | null = null;
  let lastAt = -Infinity;
  let again = false;
  let stopped = false;

  const raise = () =>
    db.transaction().execute(async (trx) => {
      const running = await trx
        .selectFrom('report_runs')
        .where('state', '=', 'running')
        .select('run_no')
        .execute();
      if (running.length === 0) return;
      const version = await nextVersion(trx);
      await trx
        .updateTable('report_runs')
        .where('state', '=', 'running')
        .set({ version })
        .execute();
    });

  const beat = async () => {
    lastAt = clock.now();
    again = false;
    try {
      await raise();
      // A run that ended has raised the version itself.
      parts.onBeat();
    } catch (error) {
      parts.onError(error);
    }
    beating = null;
    if (again) changed();
  };

  const changed = () => {
    again = true;
    if (stopped || cancel !== null || beating !== null) return;
    cancel = clock.after(Math.max(0, lastAt + BEAT_MS - clock.now()), () => {
      cancel = null;
      beating ??= beat();
    });
  };

  return {
    changed,
    async stop() {
      stopped = true;
      cancel?.();
      await beating;
    },
  };
}
