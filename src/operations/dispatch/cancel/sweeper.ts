import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import type { SweepItemRow, SweepRow } from '../../../store/schema/job-schema.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import {
  createItemRunner,
  type ItemJob,
  type ItemRunner,
  type ItemRunnerParts,
} from '../../jobs/item-runner.ts';
import type { Observer } from '../track/observe.ts';
import {
  STOPPED_DOUBT,
  endAfterReading,
  endWithoutReading,
  knownEnd,
  readCommand,
  sendCancel,
  type Doubt,
} from './cancel-item.ts';
import { finishSweep, markSending, markWaiting, settleItem, type ItemEnd } from './sweep-store.ts';

/** Cancels the items of running sweeps, soonest trigger first. */
export type Sweeper = Pick<ItemRunner, 'wake' | 'stop'>;

/** Dependencies of the sweeper. */
export interface SweeperParts extends ItemRunnerParts {
  db: Kysely<Store>;
  upstream: Pick<UpstreamClient, 'call'>;
  observer: Pick<Observer, 'storeIn'>;
  /** Notified after something was stored. */
  onChange(): void;
}

interface Work {
  sweep: SweepRow;
  item: SweepItemRow;
}

function cancelJob(parts: SweeperParts): ItemJob<SweepRow, Work, Doubt> {
  const { db, clock, upstream } = parts;

  const settle = async (
    { sweep, item }: Work,
    end: ItemEnd,
    seen: { row: CommandRow; command: Command } | null,
  ) => {
    await settleItem(db, sweep, item, { ...end, at: clock.now() }, async (trx, version) => {
      if (seen !== null) await parts.observer.storeIn(trx, version, [seen]);
    });
    parts.onChange();
  };

  const rowOf = ({ sweep, item }: Work) =>
    db
      .selectFrom('commands')
      .where('dispatch_id', '=', sweep.dispatch_id)
      .where('position', '=', item.position)
      .selectAll()
      .executeTakeFirstOrThrow();

  return {
    stoppedDoubt: STOPPED_DOUBT,
    async openRuns() {
      const sweeps = await db
        .selectFrom('sweeps')
        .where('state', 'in', ['running', 'stopped'])
        .orderBy('created_at')
        .selectAll()
        .execute();
      return sweeps.map((run) => ({ run, isRunning: run.state === 'running' }));
    },
    async itemsOf(sweep, state, limit) {
      const items = await db
        .selectFrom('sweep_items')
        .where('sweep_id', '=', sweep.id)
        .where('state', '=', state)
        .orderBy('trigger_at')
        .limit(limit)
        .selectAll()
        .execute();
      return items.map((item) => ({ sweep, item }));
    },
    keyOf: ({ item }) => `${item.sweep_id}/${item.position}`,
    async finish(sweep) {
      if (await finishSweep(db, sweep, clock.now())) parts.onChange();
    },
    putBack: ({ item }) => markWaiting(db, item),
    async perform(work, tools) {
      const row = await rowOf(work);
      const known = knownEnd(work.sweep, row);
      if (known !== null) return settle(work, known, null);
      const sent = await tools.send(
        () => markSending(db, work.item, clock.now()),
        () => sendCancel(upstream, row),
      );
      if ('refused' in sent) return tools.doubt({ kind: 'refused', message: sent.refused.message });
      if ('lost' in sent) return tools.doubt({ kind: 'lost', message: sent.lost.message });
      const command = sent.value;
      if (command.status === 'Canceled') {
        return settle(work, { state: 'canceled', message: null }, { row, command });
      }
      const message = `The Service accepted the cancellation and answered ${command.status}.`;
      return tools.doubt({ kind: 'lost', message });
    },
    async settleByReading(work, doubt, tools) {
      const row = await rowOf(work);
      const read = await tools.read((signal) => readCommand(upstream, row, signal));
      if ('failed' in read)
        return settle(work, endWithoutReading(doubt, read.failed.message), null);
      const command = read.value;
      return settle(work, endAfterReading(doubt, command.status), { row, command });
    },
  };
}

/** Creates the sweeper; `wake` starts it. Resumes from the store after a restart. */
export function createSweeper(parts: SweeperParts): Sweeper {
  return createItemRunner(parts, cancelJob(parts));
}
