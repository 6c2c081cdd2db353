import { z } from '../zod.ts';
import { ScheduledCommandRequest } from '../command.ts';
import { optional } from '../primitives.ts';

const OffsetMinutes = z.int().min(-1440).max(1440);

/** A trigger time as the operator entered and confirmed it: a wall clock in a zone. */
export const PlannedAs = z.object({
  /** YYYY-MM-DDTHH:MM, or with seconds and their fraction; without an offset. */
  wallClock: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/),
  /** IANA name; the server's zone data need not have it. */
  zone: z.string().min(1).max(64),
  /** How far the zone is ahead of UTC at the trigger time, as shown in the review. */
  offsetMinutes: OffsetMinutes.optional(),
});
export type PlannedAs = z.infer<typeof PlannedAs>;

/** The same as it is kept. */
export const KeptPlannedAs = PlannedAs.extend({
  /** What the server's zone data said at the send, if it was not the confirmed offset. */
  serverOffset: z.union([OffsetMinutes, z.literal('unknown-zone')]).optional(),
});
export type KeptPlannedAs = z.infer<typeof KeptPlannedAs>;

/** A row of a schedule: the interface's own fields, and the entered wall clock, which is not sent. */
export const ScheduleRow = ScheduledCommandRequest.extend({ plannedAs: optional(PlannedAs) });
export type ScheduleRow = z.infer<typeof ScheduleRow>;

/** A row of a schedule as it is kept. */
export const KeptScheduleRow = ScheduleRow.extend({ plannedAs: optional(KeptPlannedAs) });
export type KeptScheduleRow = z.infer<typeof KeptScheduleRow>;

/** Maximum number of Commands in one schedule request; the Service's own limit is not documented. */
export const SCHEDULE_ROWS_MAX = 1000;

/** The body of a schedule request. Its length is checked before its rows are read. */
export const ScheduleRows = z
  .array(z.unknown())
  .min(1, 'At least one Command is needed.')
  .max(SCHEDULE_ROWS_MAX, `At most ${SCHEDULE_ROWS_MAX} Commands are accepted in one request.`)
  .pipe(z.array(ScheduleRow));
