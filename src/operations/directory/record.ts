import type { Kysely } from 'kysely';
import type { DirectoryField, DirectoryKind } from '../../contract/console/directory-changes.ts';
import { z } from '../../contract/zod.ts';
import { failure, type Failure } from '../../http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectiveRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Flags of `archived`; a record with neither is listed. It belongs to a world that is not running. */
export const OTHER_WORLD = 1;
/** An operator archived it. */
export const ARCHIVED = 2;

/** Columns that both tables have for what is known of a Collective or an Entity. */
export const RECORD_COLUMNS = [
  'id',
  'name',
  'type',
  'place',
  'note',
  'tags',
  'source',
  'edited',
  'known_at',
  'archived',
] as const;

/** A Collective or an Entity as stored; texts that are not known are null, tags are a JSON array or null. */
export interface StoredRecord
  extends
    Record<DirectoryField, string | null>,
    Pick<CollectiveRow, 'id' | 'source' | 'edited' | 'known_at' | 'archived'> {
  /** Whether the Service refused its id when it was last asked. */
  refused: boolean;
}

/** The kinds in words. */
export const NOUNS: Readonly<Record<DirectoryKind, string>> = {
  collective: 'Collective',
  entity: 'Entity',
};

/** The refusal of an id that the directory does not have. */
export function notInDirectory(kind: DirectoryKind, id: string): Failure {
  return failure(404, 'not_found', `The ${NOUNS[kind]} ${id} is not in the directory.`);
}

const TAGS = z.array(z.string());

/** The tags of a row or a record. */
export function tagsOf(text: string | null): string[] {
  return text === null ? [] : fromJson(TAGS, text);
}

/** Tags as a record has them: a JSON array, or null if there are none. */
export function tagsText(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : JSON.stringify(tags);
}

/** The directory's records of ids, archived ones and those of other worlds too. */
export async function readRecords(
  db: Kysely<Store>,
  kind: DirectoryKind,
  ids: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const known = new Map<string, StoredRecord>();
  const columns = [...RECORD_COLUMNS, 'unreachable_status'] as const;
  for await (const part of chunksInTurns(ids)) {
    const rows =
      kind === 'collective'
        ? db
            .selectFrom('collectives')
            .where('id', 'in', part)
            .select([...columns, 'owner'])
        : db
            .selectFrom('entities')
            .where('id', 'in', part)
            .select([...columns, 'brand']);
    for (const { unreachable_status: status, ...row } of await rows.execute()) {
      const { brand = null, owner = null }: { brand?: string | null; owner?: string | null } = row;
      const tags = row.tags === '[]' ? null : row.tags;
      known.set(row.id, { ...row, brand, owner, tags, refused: status !== null });
    }
  }
  return known;
}
