import { z } from '../zod.ts';
import { Uuid } from '../primitives.ts';
import {
  DirectoryImportCollective,
  DirectoryImportEntity,
  DirectoryImportResult,
  Tags,
} from './directory-import.ts';
import { lineText, nameText, noteText } from '../texts.ts';
import { DIRECTORY_KINDS, type DIRECTORY_FIELDS } from './choices.ts';

export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

export type DirectoryField = (typeof DIRECTORY_FIELDS)[number];

/** A Collective added by hand. */
export const NewCollective = DirectoryImportCollective.omit({ entities: true });
export type NewCollective = z.input<typeof NewCollective>;

/** An Entity added by hand. */
export const NewEntity = DirectoryImportEntity;
export type NewEntity = z.input<typeof NewEntity>;

const edit = {
  type: lineText(100).nullable().optional(),
  place: lineText(200).nullable().optional(),
  note: noteText(2000).nullable().optional(),
  tags: Tags.optional(),
  /** True hides it from lists; its history is kept. */
  archived: z.boolean().optional(),
};

/** Changes of a Collective's record; absent fields are unchanged. */
export const CollectiveEdit = z.strictObject({
  name: nameText(200).optional(),
  ...edit,
});
export type CollectiveEdit = z.infer<typeof CollectiveEdit>;

/** Changes of an Entity's record; absent fields are unchanged. */
export const EntityEdit = z.strictObject({
  name: lineText(200).nullable().optional(),
  brand: lineText(200).nullable().optional(),
  ...edit,
  /** All Collectives that contain it. */
  collectives: z.array(Uuid).max(100).optional(),
});
export type EntityEdit = z.infer<typeof EntityEdit>;

const Count = z.int().nonnegative();

/** An invalid field of an imported row. */
const RowFault = z.object({
  list: z.enum(['collectives', 'entities']),
  /** Position in the list, from 0. */
  index: Count,
  field: z.string(),
  message: z.string(),
  /** The position of the earlier row with the same id, if that is the fault. */
  repeats: Count.optional(),
});
export type RowFault = z.infer<typeof RowFault>;

/** A value of a known record that an import replaces. */
const FieldChange = z.object({
  kind: z.enum(DIRECTORY_KINDS),
  id: Uuid,
  /** The current name of the record. */
  name: z.string().nullable(),
  field: z.string(),
  /** Empty if there was no value. */
  ours: z.string(),
  theirs: z.string(),
});

/** The effect of an import; nothing is written. */
export const ImportPreview = z.object({
  result: DirectoryImportResult,
  /** The first faults, in row order. */
  faults: z.array(RowFault),
  faultCount: Count,
  /** How many rows repeat an earlier one; they are part of the invalid rows. */
  repeatCount: Count,
  /** Positions of the invalid rows. */
  faultyRows: z.object({ collectives: z.array(Count), entities: z.array(Count) }),
  /** The first changes of known rows. */
  changes: z.array(FieldChange),
  changeCount: Count,
  /** Known rows whose id the Service refused when it was last asked. */
  refusedCount: Count,
});
export type ImportPreview = z.infer<typeof ImportPreview>;
