import type { z } from '../zod.ts';
import { ReportGroups } from './report-result.ts';
import { ReportRun } from './report-run.ts';

/** A run's progress when its figures were computed, so both describe the same moment. */
const ReportStand = ReportRun.pick({ state: true, progress: true });

/** Rows of a grouped report, and the run's progress at that time. */
export const StandingGroups = ReportGroups.extend({ stand: ReportStand });
export type StandingGroups = z.infer<typeof StandingGroups>;
