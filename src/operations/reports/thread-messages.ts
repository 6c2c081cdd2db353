import type { MessagePort } from 'node:worker_threads';
import type { ProblemCode } from '../../contract/console/problem.ts';
import type { ReportStream, ReportTask } from './report-tasks.ts';

/** What the thread of reports is started with. */
export interface ThreadSettings {
  /** The address of the store. */
  store: string;
  /** In which the Service gives battery capacities. */
  capacityUnit: string;
}

export type NewTask = { kind: 'task'; task: ReportTask } | { kind: 'stream'; task: ReportStream };

/**
 * To the thread: a task with a port of its own. Each message on it asks for the next part; it is closed when nobody waits
 * for the result any more.
 */
export type ToThread = NewTask & { port: MessagePort };

/** From the thread, on the port of a task. A failure is of the request, or an error of the console. */
export type FromThread<Part> =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'part'; part: Part }
  | { kind: 'end' }
  | { kind: 'failed'; text: string; refused: { status: number; code: ProblemCode } | null };
