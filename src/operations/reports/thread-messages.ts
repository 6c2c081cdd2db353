import type { ProblemCode } from '../../contract/console/problem.ts';
import type { SealedPiece } from './seal-report.ts';
import type { ReportAnswers, ReportStream, ReportTask } from './report-tasks.ts';

/** What the thread of reports is started with. */
export interface ThreadSettings {
  /** The address of the store. */
  store: string;
  /** In which the Service gives battery capacities. */
  capacityUnit: string;
}

/** To the thread: tasks by number, and the wish for the next part of one. */
export type ToThread = { no: number } & (
  | { kind: 'task'; task: ReportTask }
  | { kind: 'stream'; task: ReportStream }
  | { kind: 'next' }
  | { kind: 'stop' }
);

/** A failure as it crosses the thread: of a request, or an error of the console. */
export interface ToldFailure {
  message: string;
  refused: { status: number; code: ProblemCode } | null;
}

/** From the thread, each with the number of its task. */
export type FromThread = { no: number } & (
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'answer'; answer: ReportAnswers[keyof ReportAnswers] }
  | { kind: 'part'; part: Uint8Array | SealedPiece }
  | { kind: 'end' }
  | { kind: 'failed'; failure: ToldFailure }
);
