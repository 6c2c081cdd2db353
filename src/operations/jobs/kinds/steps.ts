import type {
  JobChange,
  JobDoubt,
  JobReading,
  JobSeen,
  JobValue,
} from '../../../contract/console/job.ts';
import type { JobItemRow, JobRow } from '../../../store/schema/job-schema.ts';
import type { ItemTools } from '../item-runner.ts';
import type { ItemEnd } from '../job-store.ts';

/** An item with its job. */
export interface Work {
  job: JobRow;
  item: JobItemRow;
  change: JobChange;
  wanted: JobValue;
}

export type Tools = ItemTools<JobDoubt>;

/** What a kind of job does for one item. */
export interface Steps {
  /** Reads what has to be known before the request. `end`: nothing is sent. */
  prepare(tools: Tools): Promise<{ end: ItemEnd } | { before: JobReading | null }>;
  /** The one request. @throws UpstreamFault */
  send(): Promise<ItemEnd | { doubt: JobDoubt }>;
  /** Whether the item is read again after a refusal, instead of ending as refused. */
  readsRefusals: boolean;
  /** How it ended, by reading alone. */
  settle(doubt: JobDoubt, tools: Tools): Promise<ItemEnd>;
}

/** The end of an item for which nothing is sent, because of what was read. */
export function notSent(state: 'skipped' | 'unchanged', seen: JobSeen): ItemEnd {
  return { state, note: { code: 'not-sent', seen } };
}
