import { GET, POST } from './route-parts.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import { DIRECTORY_FIELDS, DIRECTORY_KINDS } from './choices.ts';

const Count = z.int().nonnegative();

/** An operator's own value that newer data contradicts. */
export const FieldConflict = z.object({
  kind: z.enum(DIRECTORY_KINDS),
  id: Uuid,
  /** The current name of the record. */
  name: z.string().nullable(),
  field: z.string(),
  ours: z.string(),
  theirs: z.string(),
});

/** A conflict that is kept until an operator resolves it. */
export const DirectoryConflict = FieldConflict.extend({
  /** Source of the newer value. */
  source: z.string(),
  seenAt: Instant,
});
export type DirectoryConflict = z.infer<typeof DirectoryConflict>;

export const DirectoryConflicts = z.object({
  conflicts: z.array(DirectoryConflict),
  total: Count,
  asOf: Instant,
});

/** The decision on a conflict. `theirs` is the value that was on screen. */
export const ConflictDecision = z.strictObject({
  kind: z.enum(DIRECTORY_KINDS),
  id: Uuid,
  field: z.enum(DIRECTORY_FIELDS),
  theirs: z.string(),
  keep: z.enum(['ours', 'theirs']),
});
export type ConflictDecision = z.infer<typeof ConflictDecision>;

/** Routes for conflicts. */
export const CONFLICT_ROUTES = {
  directoryConflicts: {
    ...GET,
    path: '/api/console/directory/conflicts',
    shows: ['directory'],
    answer: DirectoryConflicts,
  },
  resolveConflict: {
    ...POST,
    path: '/api/console/directory/conflicts/decide',
    touches: ['directory'],
    body: ConflictDecision,
    answer: DirectoryConflicts,
  },
} as const;
