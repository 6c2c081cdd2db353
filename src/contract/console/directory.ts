import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

const Count = z.int().nonnegative();

/** Where a directory record comes from, and its data beyond the interface's own fields. */
const record = {
  place: z.string().nullable(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  /** `typed`, `import`, `world:<key>`, `answer:delete-member`, `batch`, `offboarding`; others are kept. */
  source: z.string(),
  archived: z.boolean(),
  /** The Service's last refusal of this id without a later success. */
  unreachable: z
    .object({
      status: z.int(),
      at: Instant,
      /** Since when it is known to be offboarded, which explains the refusal; null: it is not. */
      offboardedAt: Instant.nullable(),
    })
    .nullable(),
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

export const DirectoryEntityDetail = z.object({
  entity: DirectoryEntityRecord,
  /** When and by whom the places and charge sessions of an offboarded Entity were erased; null: they were not. */
  erased: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
  asOf: Instant,
});
export type DirectoryEntityDetail = z.infer<typeof DirectoryEntityDetail>;
