import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';

/** How often browsers hear of running reports, in milliseconds. */
const BEAT_MS = 1000;

/** Tells browsers how far running reports are, calmly: each page that is stored would be too often. */
export interface ReportPulse {
  /** To be called after something of a run was stored. */
  changed(): void;
  /** Tells nothing more; resolves when what is being told is stored. */
  stop(): Promise<void>;
}

/** Creates the pulse. */
export function createReportPulse(parts: {
  db: Kysely<Store>;
  clock: Clock;
  /** Told after the version was raised. */
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
      // A run that ended raised the version itself.
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
