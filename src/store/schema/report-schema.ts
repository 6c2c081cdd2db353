import type { Selectable } from 'kysely';

/** Tables of reports that are addresses: what is kept of them. */
export interface ReportTables {
  report_definitions: ReportDefinitionTable;
  tariffs: TariffTable;
  session_decisions: SessionDecisionTable;
  sealed_reports: SealedReportTable;
  sealed_report_parts: SealedReportPartTable;
}

/** A name of an address. */
interface ReportDefinitionTable {
  id: string;
  name: string;
  /** JSON: FigureSearch. */
  search: string;
  saved_at: number;
  operator_id: string;
  operator_name: string;
}
export type ReportDefinitionRow = Selectable<ReportDefinitionTable>;

/** A version of a tariff. Its content never changes. */
interface TariffTable {
  id: string;
  version: number;
  /** Canonical JSON: TariffText. */
  content: string;
  /** 1: removed from the list. */
  hidden: number;
  saved_at: number;
  operator_id: string;
  operator_name: string;
}
export type TariffRow = Selectable<TariffTable>;

/** What an operator decided about a session; the session itself never changes. */
interface SessionDecisionTable {
  entity_id: string;
  session_id: string;
  /** `left-out` or `accepted`. */
  kind: string;
  reason: string;
  decided_at: number;
  operator_id: string;
  operator_name: string;
}

/** A sealed report. No row ever changes. */
interface SealedReportTable {
  /** The idempotency key of the request that sealed it. */
  id: string;
  /** Of the saved definition, if it had one. */
  name: string | null;
  /** JSON: FigureSearch, with dates and tariffs in their versions. */
  search: string;
  /** Canonical JSON, and its SHA-256. */
  manifest: string;
  hash: string;
  /** JSON: FigureSums, a row per energy unit. */
  totals: string;
  /** Sessions that count. */
  sessions: number;
  /** The parts in which all sessions are kept. */
  parts_id: string;
  parts: number;
  sealed_at: number;
  operator_id: string;
  operator_name: string;
  /** SHA-256 of the request that sealed it; null: it was sealed before this was kept. */
  asked: string | null;
  /** The last day on which it is kept for sure, YYYY-MM-DD, and the IANA zone of that day; null: for ever. */
  kept_until: string | null;
  kept_zone: string | null;
}
export type SealedReportRow = Selectable<SealedReportTable>;

/** Sessions of a sealed report as counted: JSON lines, compressed. Stored before the report, which makes them count. */
interface SealedReportPartTable {
  /** One for each attempt to seal, so that none touches the parts of another. */
  parts_id: string;
  part_no: number;
  stored_at: number;
  content: Uint8Array;
}
