import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

const Name = z.string().trim().min(1).max(200);

/**
 * What can be imported into the directory: the interface lists neither Collectives nor Entities, so
 * the console keeps their ids and names itself. The shapes follow the interface's Collective.
 */
export const DirectoryImport = z.strictObject({
  collectives: z
    .array(
      z.strictObject({
        id: Uuid,
        name: Name,
        type: optional(z.string().max(100)),
        owner: optional(Uuid),
        entities: z.array(Uuid).max(200_000).default([]),
      }),
    )
    .max(10_000)
    .default([]),
  entities: z
    .array(
      z.strictObject({
        id: Uuid,
        name: optional(Name),
        type: optional(z.string().max(100)),
        brand: optional(z.string().max(200)),
      }),
    )
    .max(200_000)
    .default([]),
});
export type DirectoryImport = z.infer<typeof DirectoryImport>;

const Count = z.int().nonnegative();

export const DirectoryImportResult = z.object({
  collectives: z.object({ added: Count, updated: Count, unchanged: Count }),
  entities: z.object({ added: Count, updated: Count, unchanged: Count }),
  memberships: z.object({ added: Count, removed: Count }),
});
export type DirectoryImportResult = z.infer<typeof DirectoryImportResult>;

/** A Collective as the directory knows it. */
export const DirectoryCollective = z.object({
  id: Uuid,
  name: z.string(),
  type: z.string().nullable(),
  owner: Uuid.nullable(),
  entityCount: Count,
  /** When this knowledge was last written; the Service cannot be asked. */
  knownAt: Instant,
});
export type DirectoryCollective = z.infer<typeof DirectoryCollective>;

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

export const DirectoryCollectives = z.object({
  collectives: z.array(DirectoryCollective),
  asOf: Instant,
});
export type DirectoryCollectives = z.infer<typeof DirectoryCollectives>;

export const DirectoryCollectiveDetail = z.object({
  collective: DirectoryCollective,
  entities: z.array(DirectoryEntity),
  asOf: Instant,
});
export type DirectoryCollectiveDetail = z.infer<typeof DirectoryCollectiveDetail>;

export const DirectoryEntityDetail = z.object({ entity: DirectoryEntity, asOf: Instant });
export type DirectoryEntityDetail = z.infer<typeof DirectoryEntityDetail>;
