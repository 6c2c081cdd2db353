/**
 * Tables of the reports. Energy, money, states of charge and ranges are whole millionths, so that every
 * sum in the database is exact. Runs, Entities and sessions have small numbers within their parent.
 */
export interface ReportTables {
  report_documents: ReportDocumentRow;
  report_runs: ReportRunRow;
  report_entities: ReportEntityRow;
  report_places: ReportPlaceRow;
  report_units: ReportUnitRow;
  report_sessions: ReportSessionRow;
  report_slices: ReportSliceRow;
  report_time_cells: ReportTimeCellRow;
  report_entity_cells: ReportEntityCellRow;
  report_place_cells: ReportPlaceCellRow;
  report_findings: ReportFindingRow;
  report_finding_counts: ReportFindingCountRow;
}

/** A version of a definition or of a tariff. Its content never changes. */
export interface ReportDocumentRow {
  /** `definition` or `tariff`. */
  kind: string;
  id: string;
  version: number;
  /** Canonical JSON. */
  content: string;
  saved_at: number;
  operator_id: string;
  operator_name: string;
  /** 1: removed from the list. */
  hidden: number;
}

export interface ReportRunRow {
  id: string;
  run_no: number;
  /**
   * `running`, `stopped`, `partial` (an Entity could not be read), `complete`; `deleted` (its data
   * is being removed), `gone` (only this row is left, to notify browsers).
   */
  state: string;
  operator_id: string;
  operator_name: string;
  definition_id: string | null;
  definition_version: number | null;
  /** Name of the saved definition, in that version. */
  name: string | null;
  /** The run that this one was derived from, and why. */
  relation_kind: string | null;
  relation_run: string | null;
  /** JSON: ReportDefinition. */
  definition: string;
  /** JSON: Tariff with its version, or null. */
  tariff: string | null;
  zone: string;
  boundary: string;
  start_ms: number;
  end_ms: number;
  /** The time span whose sessions must be known, in milliseconds. */
  read_from: number;
  read_to: number;
  /** Requested reads; in older runs: requests to the Service. */
  requests: number;
  created_at: number;
  /** When it was started or resumed: the basis of estimates. */
  resumed_at: number;
  /** Not used any more. */
  resumed_requests: number;
  finished_at: number | null;
  /** Canonical JSON, and its hash. */
  manifest: string | null;
  manifest_hash: string | null;
  /** When it was sealed, in milliseconds, and the operator's name; null: not sealed, or before this was stored. */
  sealed_at: number | null;
  sealed_by: string | null;
  /** Idempotency key of the request that sealed it. */
  seal_key: string | null;
  /** JSON: the counts, once finished; null: counted on demand. */
  progress: string | null;
  /** JSON: sums of its Entities in the period before; null: not computed yet. */
  before_sums: string | null;
  /** When a draft expires, in milliseconds; null: a report that is kept. */
  draft_until: number | null;
}

export interface ReportEntityRow {
  run_no: number;
  entity_no: number;
  entity_id: string;
  name: string | null;
  type: string | null;
  /** Key of the chosen Collectives that contain it. */
  collectives: string;
  /** `waiting`, `done`, `failed`. */
  state: string;
  /** The last session copied; null: none, or all. */
  token: string | null;
  /** How often sessions of it were copied. */
  pages: number;
  sessions: number;
  /** Sessions that the Service listed more than once with the same content; each counts once. */
  duplicates: number;
  /** How often copying its sessions started over. */
  restarts: number;
  /** Whether sessions are captured, 0 or 1; null: not known. */
  capture: number | null;
  error: string | null;
  /** Hash over its sessions, once all are read. */
  hash: string | null;
  changed_at: number;
  /** The requested reads, separated by spaces, and when; null: none. */
  asked: string | null;
  asked_at: number | null;
  /** When the copied data was read from the Service, and from when on it is complete; null: never. */
  read_at: number | null;
  known_from: number | null;
}

interface ReportPlaceRow {
  run_no: number;
  place_no: number;
  /** Canonical JSON of Location, address and zone. */
  key: string;
  location_id: string | null;
  label: string | null;
  address: string | null;
  /** Zone of its coordinates, if the run uses the clock of each place; null: the run's. */
  zone: string | null;
  /** Millionths, as reported. */
  accuracy_min: number | null;
  accuracy_max: number | null;
}

interface ReportUnitRow {
  unit_no: number;
  /** Verbatim; empty if no unit was reported. */
  unit: string;
}

interface Energies {
  energy: number | null;
  t1: number | null;
  t2: number | null;
  t3: number | null;
  t4: number | null;
  cost: number | null;
  unpriced: number;
}

export interface ReportSessionRow extends Energies {
  run_no: number;
  entity_no: number;
  session_no: number;
  session_id: string;
  start_ms: number | null;
  end_ms: number | null;
  unit_no: number;
  place_no: number;
  /** Milliwatts. */
  power: number | null;
  soc_start: number | null;
  soc_end: number | null;
  range_gain: number | null;
  /** Why it is in no total. */
  excluded: string | null;
  /** Hash of its canonical JSON in the Service's answer. */
  hash: string;
}

export interface ReportSliceRow extends Energies {
  run_no: number;
  entity_no: number;
  session_no: number;
  /** Start of the clock hour, in minutes since the epoch. */
  hour_at: number;
  /** Days since 1970-01-01 of the date in the zone. */
  day: number;
  hour: number;
  /** 12 × year + month − 1. */
  month: number;
  unit_no: number;
  place_no: number;
  duration_ms: number;
  /** 1 for exactly one slice of the session. */
  counts: number;
}

/** Sums of slices; see `cells.ts`. */
export interface RollupSums {
  sessions: number;
  energy: number;
  t1: number;
  t2: number;
  t3: number;
  t4: number;
  /** Energy in none of the registers. */
  rest: number;
  cost: number;
  unpriced: number;
  duration_ms: number;
  soc_gain: number;
  soc_sessions: number;
  range_gain: number;
  range_sessions: number;
}

interface ReportTimeCellRow extends RollupSums {
  run_no: number;
  unit_no: number;
  hour_at: number;
  day: number;
  hour: number;
  month: number;
}

interface DayCellRow extends RollupSums {
  run_no: number;
  unit_no: number;
  day: number;
  month: number;
  /** Largest average power of a session, in milliwatts. */
  power_max: number | null;
}

interface ReportEntityCellRow extends DayCellRow {
  entity_no: number;
}

interface ReportPlaceCellRow extends DayCellRow {
  place_no: number;
}

interface ReportFindingRow {
  run_no: number;
  kind: string;
  entity_no: number;
  /** 0: the Entity itself. */
  session_no: number;
  detail: string | null;
}

interface ReportFindingCountRow {
  run_no: number;
  kind: string;
  entity_no: number;
  count: number;
}
