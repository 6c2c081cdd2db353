import type { Kysely } from 'kysely';
import {
  BulkChange,
  type BulkDoubt,
  type BulkSeen,
  type BulkValueChange,
  type BulkValue,
} from '../../contract/console/bulk.ts';
import { z } from '../../contract/zod.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import { fromJson } from '../../store/json.ts';
import type { BulkItemRow, BulkRunRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import {
  createItemRunner,
  type ItemJob,
  type ItemRunner,
  type ItemRunnerParts,
} from '../jobs/item-runner.ts';
import { finishRun, markSending, markWaiting, settleItem, type ItemEnd } from './bulk-store.ts';
import { createOffboardingItems } from './offboarding-item.ts';
import { readValue, sendValue } from './value.ts';

const Wanted = z.union([z.boolean(), z.number()]).nullable();

/** Dependencies of the runner. */
export interface BulkRunnerParts extends ItemRunnerParts {
  db: Kysely<Store>;
  upstream: Pick<UpstreamClient, 'call'>;
}

interface Work {
  item: BulkItemRow;
  change: BulkChange;
  wanted: BulkValue;
}

interface ValueWork extends Work {
  change: BulkValueChange;
}

/** Performs the items that change a value. */
function valueItems({
  db,
  clock,
  upstream,
}: BulkRunnerParts): Pick<ItemJob<never, ValueWork, BulkDoubt>, 'perform' | 'settleByReading'> {
  const settle = ({ item }: Work, end: ItemEnd) => settleItem(db, item, end, clock.now());

  return {
    async perform(work, tools) {
      const { item, change, wanted } = work;
      const read = await tools.read((signal) =>
        readValue(upstream, change, item.entity_id, signal),
      );
      if ('failed' in read) {
        const { failed: reason, refused } = read;
        return settle(
          work,
          refused
            ? { state: 'refused', note: { code: 'refused', reason, reading: true } }
            : { state: 'skipped', note: { code: 'not-sent', seen: { code: 'unread', reason } } },
        );
      }
      const found = read.value;
      if (found.code === 'no-feature') {
        return settle(work, { state: 'skipped', note: { code: 'not-sent', seen: found } });
      }
      const before = { value: found.value, at: clock.now() };
      if (found.value === wanted) return settle(work, { state: 'unchanged', note: null, before });
      const sent = await tools.send(
        () => markSending(db, item, before, clock.now()),
        () => sendValue(upstream, change, item.entity_id, wanted),
      );
      if ('refused' in sent) {
        const note = { code: 'refused', reason: sent.refused, reading: false } as const;
        return settle(work, { state: 'refused', note });
      }
      if ('lost' in sent) return tools.doubt({ code: 'lost', reason: sent.lost });
      const answer = sent.value;
      if (answer.code === 'value' && answer.value === wanted) {
        return settle(work, { state: 'done', note: null });
      }
      return tools.doubt({ code: 'answered', found: answer });
    },
    async settleByReading(work, doubt, tools) {
      const { item, change, wanted } = work;
      const read = await tools.read((signal) =>
        readValue(upstream, change, item.entity_id, signal),
      );
      const seen: BulkSeen =
        'failed' in read ? { code: 'unread', reason: read.failed } : read.value;
      const note = { code: 'checked', doubt, seen } as const;
      if (seen.code !== 'value') return settle(work, { state: 'unknown', note });
      const after = { value: seen.value, at: clock.now() };
      return settle(work, { state: seen.value === wanted ? 'done' : 'unknown', note, after });
    },
  };
}

function bulkJob(parts: BulkRunnerParts): ItemJob<BulkRunRow, Work, BulkDoubt> {
  const { db, clock } = parts;
  const values = valueItems(parts);
  const offboardings = createOffboardingItems(parts);

  return {
    stoppedDoubt: { code: 'stopped' },
    async openRuns() {
      const runs = await db
        .selectFrom('bulk_runs')
        .where('state', 'in', ['running', 'stopped'])
        .orderBy('created_at')
        .selectAll()
        .execute();
      return runs.map((run) => ({ run, isRunning: run.state === 'running' }));
    },
    async itemsOf(run, state, limit) {
      const items = await db
        .selectFrom('bulk_items')
        .where('run_id', '=', run.id)
        .where('state', '=', state)
        .orderBy('position')
        .limit(limit)
        .selectAll()
        .execute();
      const change = fromJson(BulkChange, run.change);
      return items.map((item) => ({ item, change, wanted: fromJson(Wanted, item.wanted) }));
    },
    keyOf: ({ item }) => `${item.run_id}/${item.position}`,
    finish: (run) => finishRun(db, run, clock.now()),
    putBack: ({ item }) => markWaiting(db, item),
    perform({ item, change, wanted }, tools) {
      if (change.kind === 'offboarding') return offboardings.perform(item, tools);
      return values.perform({ item, change, wanted }, tools);
    },
    settleByReading({ item, change, wanted }, doubt, tools) {
      if (change.kind === 'offboarding') return offboardings.settleByReading(item, doubt, tools);
      return values.settleByReading({ item, change, wanted }, doubt, tools);
    },
  };
}

/** Makes the changes of running runs; `wake` starts it. Resumes from the store after a restart. */
export function createBulkRunner(parts: BulkRunnerParts): ItemRunner {
  return createItemRunner(parts, bulkJob(parts));
}
