import { z } from '../zod.ts';
import { Instant } from '../primitives.ts';
import { BatchSummary, Version } from './batch.ts';
import { RunChange } from './report-run.ts';
import { Sweep } from './sweep.ts';

/** Changes after a version: the content of the live stream, and of its fallback. */
export const LiveChanges = z.object({
  /** The version to ask from next. */
  version: Version,
  batches: z.array(BatchSummary),
  sweeps: z.array(Sweep),
  /** Runs of reports in their current state; during a read about once a second. */
  reports: z.array(RunChange),
  /** Whether more changed than is listed: everything on screen must be reloaded. */
  more: z.boolean(),
  /** The version of the last deletion of a place, 0 if none. Older maps are out of date. */
  placeDeletedAt: Version.optional(),
  /** The version of the last change of the fleet store, 0 if none. */
  fleetAt: Version.optional(),
  /** Whether the console can write to its store; false while its disk is full or read-only. */
  writable: z.boolean().optional(),
  /** A nearly full disk: nothing is read in the background, or nothing is sent or changed either. */
  disk: z.enum(['ok', 'no-reads', 'no-changes']).optional(),
  asOf: Instant,
});
export type LiveChanges = z.infer<typeof LiveChanges>;

/**
 * Events of the stream. Each `changes` event has the version as its id and LiveChanges as data;
 * `end` has a LiveEnd.
 */
export const LIVE_EVENTS = ['changes', 'end'] as const;

/** Why the server ends a stream. `displaced`: newer windows of the same session use all slots. */
export type LiveEnd = 'displaced' | 'session-over' | 'stopping';

/** The header that resumes a stream after the last received event. */
export const LAST_EVENT_HEADER = 'Last-Event-ID';
