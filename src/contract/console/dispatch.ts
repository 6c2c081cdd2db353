import { z } from '../zod.ts';
import { ScheduledCommandRequest } from '../command.ts';
import { optional } from '../primitives.ts';

/** A trigger time as the operator entered it: a wall clock in a zone. */
export const PlannedAs = z.object({
  /** YYYY-MM-DDTHH:MM, or with seconds and their fraction; without an offset. */
  wallClock: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/),
  /** IANA name. */
  zone: z.string().min(1).max(64),
});
export type PlannedAs = z.infer<typeof PlannedAs>;

/** A row of a schedule: the interface's own fields, and the entered wall clock, which is not sent. */
export const ScheduleRow = ScheduledCommandRequest.extend({ plannedAs: optional(PlannedAs) });
export type ScheduleRow = z.infer<typeof ScheduleRow>;

/** Maximum number of Commands in one schedule request; the Service's own limit is not documented. */
export const SCHEDULE_ROWS_MAX = 1000;

/** The body of a schedule request. Its length is checked before its rows are read. */
export const ScheduleRows = z
  .array(z.unknown())
  .min(1, 'At least one Command is needed.')
  .max(SCHEDULE_ROWS_MAX, `At most ${SCHEDULE_ROWS_MAX} Commands are accepted in one request.`)
  .pipe(z.array(ScheduleRow));
