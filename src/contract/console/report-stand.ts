import type { z } from '../zod.ts';
import { ReportGroups } from './report-result.ts';
import { ReportRun } from './report-run.ts';

/** How far a run was when figures of it were added up: figures and what is said of them are of one moment. */
const ReportStand = ReportRun.pick({ state: true, progress: true });

/** Rows of a grouped report, and how far the run was that they are of. */
export const StandingGroups = ReportGroups.extend({ stand: ReportStand });
export type StandingGroups = z.infer<typeof StandingGroups>;
