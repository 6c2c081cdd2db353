import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import type { Topic } from '../topics.ts';
import { BatchSummary } from './batch.ts';

/** The topics that the live stream names. */
export const LIVE_TOPICS = [
  'batch',
  'batches',
  'fleet',
  'jobs',
  'locations',
  'places',
  'reports',
  'results',
] as const satisfies readonly Topic[];
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** Topics that changed; with ids: only these single things, null: any. */
export const Changed = z.partialRecord(z.enum(LIVE_TOPICS), z.array(Uuid).nullable());
export type Changed = z.infer<typeof Changed>;

/** What changed after a cursor: the content of the live stream, and of its fallback. */
export const LiveChanges = z.object({
  /** The cursor to ask with next. */
  cursor: z.string(),
  changed: Changed,
  /** What changed is not known: everything on screen must be read again. */
  all: z.boolean(),
  /** The newest batches that changed, for news on every page. */
  batches: z.array(BatchSummary),
  /** Whether the console can write to its store; false while its disk is full or read-only. */
  writable: z.boolean().optional(),
  /** A nearly full disk: nothing is read in the background, or nothing is sent or changed either. */
  disk: z.enum(['ok', 'no-reads', 'no-changes']).optional(),
  /** Whether the Service answers: `away`: it has not for several calls; `refused`: it refuses the console's token. */
  service: z.enum(['ok', 'away', 'refused']).optional(),
  asOf: Instant,
});
export type LiveChanges = z.infer<typeof LiveChanges>;

export type ServiceState = NonNullable<LiveChanges['service']>;

/** Where changes are followed from: the last cursor that was received. Without it: from now on. */
export const LiveSince = z.strictObject({ since: z.string().max(100).optional() });

/** Events of the stream: `changes` has LiveChanges as data, `end` a LiveEnd. */
export const LIVE_EVENTS = ['changes', 'end'] as const;

/** Why the server ends a stream. `displaced`: newer windows of the same session use all slots. */
export type LiveEnd = 'displaced' | 'session-over' | 'stopping';
