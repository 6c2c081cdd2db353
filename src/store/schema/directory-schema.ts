import type { Generated } from 'kysely';
import type { PictureColumns } from './picture-schema.ts';

/** Tables of Collectives, Entities and what is known of them. Instants and flags as in `Store`. */
export interface DirectoryTables {
  collectives: CollectiveRow;
  entities: EntityRow & EntityListColumns;
  memberships: MembershipRow;
  membership_sightings: MembershipSightingRow;
  membership_leavings: MembershipLeavingRow;
  directory_seeds: DirectorySeedRow;
  collective_properties: CollectivePropertiesRow;
  directory_conflicts: DirectoryConflictRow;
  directory_imports: DirectoryImportRow;
  directory_import_rows: DirectoryImportChangeRow;
}

interface Known {
  /** `typed`, `import`, `world:<key>`, `answer:delete-member`, `batch` or `offboarding`. */
  source: string;
  known_at: number;
}

/** The directory record of a Collective or an Entity. */
interface RecordedRow extends Known {
  id: string;
  type: string | null;
  place: string | null;
  note: string | null;
  /** JSON array. */
  tags: string;
  /** JSON: the source of a field, if it differs from the record's source. */
  origins: string;
  /** 0: listed. Bit 1: another world's. Bit 2: archived by an operator. */
  archived: number;
  /** The text in which a search looks, lower-cased. */
  search: string;
  /** Status and time of the Service's last refusal of this id; null after a success. */
  unreachable_status: number | null;
  unreachable_at: number | null;
}

export interface CollectiveRow extends RecordedRow {
  name: string;
  owner: string | null;
}

export interface EntityRow extends RecordedRow {
  name: string | null;
  brand: string | null;
  sort_name: string;
  sort_type: string;
  sort_brand: string;
  sort_place: string;
  /** Since when it is known to be offboarded, in milliseconds, see `noteOffboarded`; null: it is not. */
  offboarded_at: number | null;
}

/** Columns that the directory leaves to the fleet store, which writes them; each has a default. */
type EntityListColumns = {
  [Column in keyof PictureColumns]: Generated<PictureColumns[Column]>;
} & {
  /** 1: a place is known, typed or by its Locations. `sort_place` is of the typed one, if there is. */
  placed: Generated<number>;
};

/** An operator's own value that a newer fact or file contradicts. */
interface DirectoryConflictRow {
  kind: string;
  thing_id: string;
  field: string;
  ours: string;
  theirs: string;
  source: string;
  seen_at: number;
  /** `open`, `kept` or `taken`. */
  state: string;
}

interface DirectoryImportRow {
  id: string;
  operator_name: string;
  at: number;
  /** JSON. */
  result: string;
  undone_at: number | null;
}

/** A change of the last import: a record, or a membership (whose Entity is `other_id`). */
interface DirectoryImportChangeRow {
  import_id: string;
  kind: string;
  thing_id: string;
  other_id: string;
  /** JSON; null: it did not exist. */
  before: string | null;
  /** JSON; null: it was removed. */
  after: string | null;
}

export interface MembershipRow extends Known {
  collective_id: string;
  entity_id: string;
}

/** An Entity that answers named for a Collective while it was not a known member. */
export interface MembershipSightingRow {
  collective_id: string;
  entity_id: string;
  /** `batch`, `answer:delete-member`, or `typed`: an operator removed it before any answer named it. */
  source: string;
  /** `pending`, `joined` or `dismissed`. */
  state: string;
  /** Batches whose answer named it, and answers to removing a member. */
  batches: number;
  removals: number;
  first_seen_at: number;
  last_seen_at: number;
  /** When it entered its state, and who decided; null: the console itself, or an edit of the Entity. */
  decided_at: number | null;
  decided_by: string | null;
}

/** A member that the last answer to removing a member lacks, together with too many others. */
interface MembershipLeavingRow {
  collective_id: string;
  entity_id: string;
  told_at: number;
}

/** The custom properties of a Collective from the Service's last answer. */
interface CollectivePropertiesRow {
  collective_id: string;
  /** JSON. */
  properties: string;
  told_at: number;
}

interface DirectorySeedRow {
  source: string;
  content_hash: string;
  imported_at: number;
}
