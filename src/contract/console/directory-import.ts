import { z } from '../zod.ts';
import { Uuid, optional } from '../primitives.ts';
import { lineText, nameText, noteText } from '../texts.ts';

/** Tags that operators give a Collective or an Entity, to find it. */
export const Tags = z
  .array(nameText(30))
  .max(10)
  .transform((tags) => [...new Set(tags)].toSorted());

/** Operators' own data on a Collective or an Entity, unknown to the Service. */
const ours = {
  place: lineText(200).nullish(),
  note: noteText(2000).nullish(),
  tags: Tags.nullish(),
};

/** Most Entities of one Collective. */
export const MAX_MEMBERS = 200_000;

/** A Collective of a directory document. */
export const DirectoryImportCollective = z.strictObject({
  id: Uuid,
  name: nameText(200),
  type: optional(lineText(100)),
  owner: optional(Uuid),
  ...ours,
  /** All its Entities; absent leaves its membership unchanged. */
  entities: z.array(Uuid).max(MAX_MEMBERS).nullish(),
});

/** An Entity of a directory document. */
export const DirectoryImportEntity = z.strictObject({
  id: Uuid,
  name: optional(nameText(200)),
  type: optional(lineText(100)),
  brand: optional(lineText(200)),
  ...ours,
  /** Collectives that contain it, in addition to the known ones. */
  collectives: z.array(Uuid).max(100).nullish(),
});

const MAX_COLLECTIVES = 10_000;
const MAX_ENTITIES = 200_000;

/**
 * What can be imported into the directory: the interface lists neither Collectives nor Entities, so
 * the console keeps their ids and names itself. The shapes follow the interface's Collective.
 */
export const DirectoryImport = z.strictObject({
  collectives: z.array(DirectoryImportCollective).max(MAX_COLLECTIVES).default([]),
  entities: z.array(DirectoryImportEntity).max(MAX_ENTITIES).default([]),
});
export type DirectoryImport = z.infer<typeof DirectoryImport>;

const kept = {
  place: z.string().nullish(),
  note: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
};

/** The whole directory in importable form: its texts may be older than the rules for new ones. */
export const DirectoryExport = z.strictObject({
  collectives: z.array(
    DirectoryImportCollective.extend({
      ...kept,
      name: z.string(),
      type: optional(z.string()),
    }),
  ),
  entities: z.array(
    DirectoryImportEntity.extend({
      ...kept,
      name: optional(z.string()),
      type: optional(z.string()),
      brand: optional(z.string()),
    }),
  ),
});

/** The directory of a world: each of its Collectives is known with its Entities. */
export interface WorldDirectory {
  collectives: (DirectoryImport['collectives'][number] & { entities: string[] })[];
  entities: DirectoryImport['entities'];
}

/** The same before its rows are checked: a preview lists the faults of each. */
export const DirectoryDraft = z.strictObject({
  collectives: z.array(z.unknown()).max(MAX_COLLECTIVES).default([]),
  entities: z.array(z.unknown()).max(MAX_ENTITIES).default([]),
});
export type DirectoryDraft = z.input<typeof DirectoryDraft>;

const Count = z.int().nonnegative();

/** The outcome for the rows of one list. */
const ListResult = z.object({
  added: Count,
  updated: Count,
  unchanged: Count,
});

export const DirectoryImportResult = z.object({
  collectives: ListResult,
  entities: ListResult,
  memberships: z.object({ added: Count, removed: Count }),
});
export type DirectoryImportResult = z.infer<typeof DirectoryImportResult>;
