import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import {
  DirectoryImport,
  DirectoryImportCollective,
  DirectoryImportEntity,
  DirectoryImportResult,
  Tags,
} from './directory.ts';

/** What the directory holds. */
export const DIRECTORY_KINDS = ['collective', 'entity'] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

/** What can be known of a thing beside its id; a Collective has no brand, an Entity no owner. */
export const DIRECTORY_FIELDS = [
  'name',
  'type',
  'brand',
  'owner',
  'place',
  'note',
  'tags',
] as const;
export type DirectoryField = (typeof DIRECTORY_FIELDS)[number];

/** A Collective added by hand. */
export const NewCollective = DirectoryImportCollective.omit({ entities: true });
export type NewCollective = z.input<typeof NewCollective>;

/** An Entity added by hand. */
export const NewEntity = DirectoryImportEntity;
export type NewEntity = z.input<typeof NewEntity>;

const edit = {
  type: z.string().trim().max(100).nullable().optional(),
  place: z.string().trim().max(200).nullable().optional(),
  note: z.string().trim().max(2000).nullable().optional(),
  tags: Tags.optional(),
  /** True hides it from lists; what happened with it is kept. */
  archived: z.boolean().optional(),
};

/** Changes of a Collective's record; what is absent stays. */
export const CollectiveEdit = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  ...edit,
});
export type CollectiveEdit = z.infer<typeof CollectiveEdit>;

/** Changes of an Entity's record; what is absent stays. */
export const EntityEdit = z.strictObject({
  name: z.string().trim().max(200).nullable().optional(),
  brand: z.string().trim().max(200).nullable().optional(),
  ...edit,
  /** All Collectives that it is in. */
  collectives: z.array(Uuid).max(100).optional(),
});
export type EntityEdit = z.infer<typeof EntityEdit>;

const Count = z.int().nonnegative();

/** A field of a row that cannot be imported. */
const RowFault = z.object({
  list: z.enum(['collectives', 'entities']),
  /** Place in the list, from 0. */
  index: Count,
  field: z.string(),
  message: z.string(),
});
export type RowFault = z.infer<typeof RowFault>;

/** A value of ours that something newer speaks against. */
const FieldConflict = z.object({
  kind: z.enum(DIRECTORY_KINDS),
  id: Uuid,
  /** What the thing is called now. */
  name: z.string().nullable(),
  field: z.string(),
  ours: z.string(),
  theirs: z.string(),
});

/** What an import would do; nothing is written. */
export const ImportPreview = z.object({
  result: DirectoryImportResult,
  /** The first faults, in the order of the rows. */
  faults: z.array(RowFault),
  faultCount: Count,
  /** Places of the rows that cannot be imported. */
  faultyRows: z.object({ collectives: z.array(Count), entities: z.array(Count) }),
  /** The first conflicts. */
  conflicts: z.array(FieldConflict),
  /** The first changes of known rows. */
  changes: z.array(FieldConflict),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** The last import. */
export const ImportRecord = z.object({
  id: Uuid,
  operatorName: z.string(),
  at: Instant,
  result: DirectoryImportResult,
  undoneAt: Instant.nullable(),
});
export type ImportRecord = z.infer<typeof ImportRecord>;

export const LastImport = z.object({ last: ImportRecord.nullable() });

/** A conflict that is kept until somebody decides. */
export const DirectoryConflict = FieldConflict.extend({
  /** Where the newer value comes from. */
  source: z.string(),
  seenAt: Instant,
});
export type DirectoryConflict = z.infer<typeof DirectoryConflict>;

export const DirectoryConflicts = z.object({
  conflicts: z.array(DirectoryConflict),
  total: Count,
  asOf: Instant,
});

/** Who is right in a conflict. `theirs` names the value that was on screen. */
export const ConflictDecision = z.strictObject({
  kind: z.enum(DIRECTORY_KINDS),
  id: Uuid,
  field: z.enum(DIRECTORY_FIELDS),
  theirs: z.string(),
  keep: z.enum(['ours', 'theirs']),
});
export type ConflictDecision = z.infer<typeof ConflictDecision>;

/** The whole directory, in the form in which it can be imported. */
export const DirectoryExport = DirectoryImport;
