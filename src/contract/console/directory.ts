import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

const Name = z.string().trim().min(1).max(200);
const ShortText = z.string().trim().max(200);

/** Tags that operators put on a Collective or an Entity, to find it. */
export const Tags = z
  .array(z.string().trim().min(1).max(30))
  .max(10)
  .transform((tags) => [...new Set(tags)].toSorted());

/** Operators' own data on a Collective or an Entity: the Service knows none of it. */
const ours = {
  place: ShortText.nullish(),
  note: z.string().trim().max(2000).nullish(),
  tags: Tags.nullish(),
};

/** A Collective of a directory document. */
export const DirectoryImportCollective = z.strictObject({
  id: Uuid,
  name: Name,
  type: optional(z.string().max(100)),
  owner: optional(Uuid),
  ...ours,
  /** All its Entities; absent leaves its membership unchanged. */
  entities: z.array(Uuid).max(200_000).nullish(),
});

/** An Entity of a directory document. */
export const DirectoryImportEntity = z.strictObject({
  id: Uuid,
  name: optional(Name),
  type: optional(z.string().max(100)),
  brand: optional(z.string().max(200)),
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

/** The outcome for the rows of one list; a conflict leaves its field unchanged. */
const ListResult = z.object({
  added: Count,
  updated: Count,
  unchanged: Count,
  conflicts: Count,
});

export const DirectoryImportResult = z.object({
  collectives: ListResult,
  entities: ListResult,
  memberships: z.object({ added: Count, removed: Count }),
});
export type DirectoryImportResult = z.infer<typeof DirectoryImportResult>;

/** Where a directory record comes from, and its data beyond the interface's own fields. */
const record = {
  place: z.string().nullable(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  /** `typed`, `import`, `world:<key>`, `answer:delete-member`, `batch`, `offboarding`; others are kept. */
  source: z.string(),
  archived: z.boolean(),
  /** The Service's last refusal of this id without a later success. */
  unreachable: z.object({ status: z.int(), at: Instant }).nullable(),
  /** Operators' own fields that a newer fact contradicts. */
  conflicts: Count,
};

/** A Collective as the directory knows it. */
const DirectoryCollective = z.object({
  id: Uuid,
  name: z.string(),
  type: z.string().nullable(),
  owner: Uuid.nullable(),
  entityCount: Count,
  /** When this record was last written; the Service cannot be asked. */
  knownAt: Instant,
});

export const DirectoryCollectiveRecord = DirectoryCollective.extend(record);
export type DirectoryCollectiveRecord = z.infer<typeof DirectoryCollectiveRecord>;

/** An Entity as the directory knows it. An Entity can be in several Collectives. */
export const DirectoryEntity = z.object({
  id: Uuid,
  name: z.string().nullable(),
  type: z.string().nullable(),
  brand: z.string().nullable(),
  collectives: z.array(z.object({ id: Uuid, name: z.string() })),
  knownAt: Instant,
});
export type DirectoryEntity = z.infer<typeof DirectoryEntity>;

export const DirectoryEntityRecord = DirectoryEntity.extend(record);
export type DirectoryEntityRecord = z.infer<typeof DirectoryEntityRecord>;

export const DirectoryCollectives = z.object({
  collectives: z.array(DirectoryCollectiveRecord),
  asOf: Instant,
});
export type DirectoryCollectives = z.infer<typeof DirectoryCollectives>;

export const DirectoryCollectiveDetail = z.object({
  collective: DirectoryCollectiveRecord,
  entities: z.array(DirectoryEntity),
  /** Custom properties from the last answer of the Service; null if none had any. */
  properties: z.object({ value: z.unknown(), toldAt: Instant }).nullable(),
  asOf: Instant,
});
export type DirectoryCollectiveDetail = z.infer<typeof DirectoryCollectiveDetail>;

export const DirectoryEntityDetail = z.object({ entity: DirectoryEntityRecord, asOf: Instant });
export type DirectoryEntityDetail = z.infer<typeof DirectoryEntityDetail>;
