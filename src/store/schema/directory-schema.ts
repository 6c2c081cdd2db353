import type { Generated } from 'kysely';
import type { PictureColumns } from './picture-schema.ts';

/** Tables of Collectives, Entities and what is known of them. Instants and flags as in `Store`. */
export interface DirectoryTables {
  collectives: CollectiveRow & PropertiesColumns;
  entities: EntityRow & EntityListColumns;
  memberships: MembershipRow;
  membership_questions: MembershipQuestionRow;
  directory_imports: DirectoryImportRow;
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
  /** 1: an operator changed it since. What the Service or a world says then only fills what is empty. */
  edited: number;
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

/** The custom properties in the Service's last answer that had any, and its time. */
interface PropertiesColumns {
  /** JSON. */
  properties: Generated<string | null>;
  properties_at: Generated<number | null>;
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

export interface MembershipRow extends Known {
  collective_id: string;
  entity_id: string;
}

/** What answers say about the members of a Collective and a person decides. */
export interface MembershipQuestionRow {
  collective_id: string;
  entity_id: string;
  /**
   * `named`: an answer named it, and it is no member; `missing`: a member that the last answer lacks, together with
   * too many others; `out`: an operator removed it or left it out, and no answer adds it.
   */
  state: string;
  /** The dispatch whose answer named it, or a source as in \`Known\`. */
  told_by: string;
  told_at: number;
}

/** What a world of the embedded service imported last: an unchanged one is not imported again. */
interface DirectoryImportRow {
  source: string;
  content_hash: string;
  imported_at: number;
}
