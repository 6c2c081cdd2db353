import type { Generated } from 'kysely';

/** Tables of the service's store. Times are milliseconds since the epoch; flags are 0 or 1. */
export interface ServiceTables {
  meta: { key: string; value: string };
  organisation: { position: Generated<number>; id: string; name: string };
  client: { client_id: string; secret_hash: string; organisation_id: string };
  collective: {
    id: string;
    name: string;
    type: string | null;
    owner: string | null;
    organisation_id: string;
    /** JSON. */
    properties: string | null;
    /** Counts the batches, so that each gets a unique id. */
    batches: number;
  };
  collective_share: { collective_id: string; organisation_id: string };
  member: {
    position: Generated<number>;
    collective_id: string;
    id: string;
    name: string | null;
    email_address: string | null;
  };
  entity: {
    id: string;
    organisation_id: string;
    type: string;
    brand: string | null;
    name: string | null;
    battery_capacity: number | null;
    behaviour: string;
    /** Counts the Commands; the plan of each is derived from it. */
    commands: number;
    offboarded: number;
  };
  entity_share: { entity_id: string; organisation_id: string };
  collective_entity: {
    position: Generated<number>;
    collective_id: string;
    entity_id: string;
    /** The member with whom the Entity joined, and will leave. */
    member_id: string | null;
  };
  feature: { position: Generated<number>; entity_id: string; feature: string; enabled: number };
  location: {
    position: Generated<number>;
    id: string;
    entity_id: string;
    label: string | null;
    latitude: number;
    longitude: number;
  };
  charge_session: {
    id: string;
    entity_id: string;
    start_ms: number;
    created: string | null;
    /** JSON of the session's `data`. */
    data: string;
  };
  /** An accepted batch, as answered and as in the ledger of the controls. */
  batch: {
    position: Generated<number>;
    id: string;
    /** Name in the endpoint table. */
    endpoint: string;
    collective_id: string;
    /** By the time of the devices. */
    received_ms: number;
    /** The same instant by the reported clock. */
    told_ms: number;
    /** JSON of the body as parsed. */
    body: string;
  };
  command: {
    id: string;
    entity_id: string;
    batch_id: string | null;
    ordinal: number;
    type: string;
    value: string | null;
    trigger_ms: number;
    ignore_cooldown: number;
    status: string;
    /** JSON. */
    error: string | null;
    /** JSON. */
    verification: string | null;
    /** When the next step is due; null: final. */
    due_ms: number | null;
  };
  /** A Command that a device carried out; its sessions and its output depend on it. */
  effect: {
    position: Generated<number>;
    entity_id: string;
    at_ms: number;
    /** Command type. */
    type: string;
    value: string | null;
  };
  cooldown: { entity_id: string; command_type: string; until_ms: number };
  offboarding_request: {
    position: Generated<number>;
    id: string;
    entity_id: string;
    principal_id: string | null;
    status: string;
    /** JSON list of ids. */
    components: string;
    due_ms: number | null;
  };
}
