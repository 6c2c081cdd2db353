import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import type { Topic } from '../topics.ts';
import { BatchSummary, Version } from './batch.ts';

/** The topics that the live stream names. */
export const LIVE_TOPICS = [
  'batch',
  'batches',
  'fleet',
  'jobs',
  'locations',
  'places',
  'report',
  'reports',
] as const satisfies readonly Topic[];

/** What changed after a version: the content of the live stream, and of its fallback. */
export const LiveChanges = z.object({
  /** The version to ask from next. */
  version: Version,
  /** Topics that changed; with ids: only these single things, null: any. */
  changed: z.partialRecord(z.enum(LIVE_TOPICS), z.array(Uuid).nullable()),
  /** Whether more changed than is listed: everything on screen must be read again. */
  more: z.boolean(),
  /** The newest batches that changed, for news on every page. */
  batches: z.array(BatchSummary),
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
