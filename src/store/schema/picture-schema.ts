/**
 * What the Service last said of an Entity, as lists show, sort and filter it: columns of `entities`, written in the
 * transaction that stores what they are made of. Instants and flags as in `Store`.
 */
export interface PictureColumns {
  /** The status of the newest due Command, whichever system sent it; or `~none`, `never` read, `partial`. */
  outcome: string;
  last_type: string | null;
  /** Null: the Service does not say. */
  last_at: number | null;
  last_ours: number | null;
  /** When its device was last seen. */
  seen_at: number | null;
  /** When its newest session ended; null: none is known, or the Entity was offboarded. */
  session_at: number | null;
  /** The next Command that can still trigger. */
  planned_type: string | null;
  planned_at: number | null;
  /** When the next Command of any status is due: it is the newest due one then. */
  next_due_at: number | null;
  /** Null: the Service has none, or it was never read. */
  capacity: number | null;
  /** `known`, `~none` or `never` read. */
  capacity_state: string;
  /** Whether charge sessions are captured: `on`, `off`, `~none` or `never` read. */
  capture_state: string;
  /** Its place by its Locations, and the sort key of that. */
  location: string | null;
  located: string;
  /** The last successful read of each resource. */
  commands_at: number | null;
  sessions_at: number | null;
  capacity_at: number | null;
  features_at: number | null;
  places_at: number | null;
  /** From when on its sessions were read; null: never. */
  sessions_from: number | null;
  /** `failing`: the last read of a resource gave nothing; `partial`: of none, but of one only a part; `fine`. */
  reads_state: string;
  /** Most failures in a row of the reads that decide this. */
  tries: number;
  /** Resources whose last read failed, and why the first of them did. */
  failing: number;
  message: string | null;
  /** Resources whose last read was partial, what the first of them left out, and these resources by commas. */
  partial: number;
  partial_message: string | null;
  partial_of: string;
  /** The zone of its first place, an IANA name; UTC without one. */
  zone: string;
  /** When the energy of 30 days changes by itself, as a day leaves them or begins; null: it does not. */
  energy_due: number | null;
  /** Sort keys. */
  sort_outcome: string;
  sort_seen: string;
  sort_energy: string;
  sort_capacity: string;
}
