import type { Kysely } from 'kysely';
import { JobChange, JobValue, type JobDoubt } from '../../contract/console/job.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import { fromJson, fromNullableJson } from '../../store/json.ts';
import type { JobRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Observer } from '../dispatch/track/observe.ts';
import {
  createItemRunner,
  type ItemJob,
  type ItemRunner,
  type ItemRunnerParts,
} from './item-runner.ts';
import { createJobLease } from './job-lease.ts';
import { finishJob, markSending, putBack, settleItem, type ItemEnd } from './job-store.ts';
import { cancelSteps } from './kinds/cancel.ts';
import { changeSteps } from './kinds/change.ts';
import { createOffboarding } from './kinds/offboard.ts';
import type { Steps, Work } from './kinds/steps.ts';

/** Dependencies of the runner. */
export interface JobRunnerParts extends ItemRunnerParts {
  db: Kysely<Store>;
  upstream: Pick<UpstreamClient, 'call'>;
  observer: Pick<Observer, 'storeIn'>;
  /** Called after something of a job was stored. @param dispatchId whose Commands it cancels, or null */
  onChange(dispatchId: string | null): void;
}

function itemJob(parts: JobRunnerParts): ItemJob<JobRow, Work, JobDoubt> {
  const { db, clock } = parts;
  const lease = createJobLease(db, clock);
  const offboarding = createOffboarding(parts);

  const stepsOf = async (work: Work): Promise<Steps> => {
    const { change } = work;
    if (change.kind === 'cancel') return cancelSteps(parts, work);
    return change.kind === 'offboarding' ? offboarding(work) : changeSteps(parts, work, change);
  };
  const changed = (job: JobRow) => {
    parts.onChange(job.dispatch_id);
  };
  const settle = async ({ job, item }: Work, end: ItemEnd) => {
    await settleItem(db, job, item.position, end, clock.now());
    changed(job);
  };

  return {
    stoppedDoubt: { code: 'stopped' },
    async openRuns() {
      const jobs = await lease.claim();
      return jobs.map((run) => ({
        run,
        isRunning: run.state === 'running',
        // A Command has to be canceled before its time.
        isUrgent: run.kind === 'cancel',
      }));
    },
    async itemsOf(job, state, limit) {
      const items = await db
        .selectFrom('job_items')
        .where('job_id', '=', job.id)
        .where('state', '=', state)
        .orderBy('position')
        .limit(limit)
        .selectAll()
        .execute();
      const change = fromJson(JobChange, job.change);
      return items.map((item) => ({
        job,
        item,
        change,
        wanted: fromNullableJson(JobValue, item.wanted),
      }));
    },
    keyOf: ({ item }) => `${item.job_id}/${item.position}`,
    async finish(job) {
      if (await finishJob(db, job, clock.now())) changed(job);
    },
    putBack: ({ item }) => putBack(db, item),
    async perform(work, tools) {
      const steps = await stepsOf(work);
      const ready = await steps.prepare(tools);
      if ('end' in ready) return settle(work, ready.end);
      const sent = await tools.send(
        () => markSending(db, lease, work.item, ready.before, clock.now()),
        () => steps.send(),
      );
      if ('lost' in sent) return tools.doubt({ code: 'lost', reason: sent.lost });
      if ('refused' in sent) {
        const reason = sent.refused;
        if (steps.readsRefusals) return tools.doubt({ code: 'refused', reason });
        return settle(work, {
          state: 'refused',
          note: { code: 'refused', reason, reading: false },
        });
      }
      return 'doubt' in sent.value ? tools.doubt(sent.value.doubt) : settle(work, sent.value);
    },
    async settleByReading(work, doubt, tools) {
      const steps = await stepsOf(work);
      return settle(work, await steps.settle(doubt, tools));
    },
    stop: () => lease.release(),
  };
}

/** Works through the items of jobs; `wake` starts it. Resumes from the store after a restart. */
export function createJobRunner(parts: JobRunnerParts): ItemRunner {
  return createItemRunner(parts, itemJob(parts));
}
