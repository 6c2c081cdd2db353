import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { ReportDefinition } from './report-definition.ts';
import { ReportFindingCounts, ReportSums } from './report-result.ts';
import { Tariff } from './report-tariff.ts';

/** `partial`: finished, but some Entities could not be read. Only an operator seals a run. */
export const RUN_STATES = ['running', 'stopped', 'partial', 'complete'] as const;
export const ENTITY_STATES = ['waiting', 'done', 'failed'] as const;

const Count = z.int().nonnegative();

/** Entities that lack needed sessions from before an instant. */
export const KnownLate = z.object({
  entities: z.int().positive(),
  /** From here on, the sessions of all of them are known. */
  from: Instant,
});

/** Progress of a run. */
export const RunProgress = z.object({
  entities: z.object({
    total: z.int().nonnegative(),
    done: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    waiting: z.int().nonnegative(),
  }),
  /** Of those read or failed: the Service had let them go by then, so that nothing newer is read of them. */
  offboarded: Count,
  sessions: Count,
  /** Reads that it requested for missing data; in older runs: requests to the Service. */
  asked: Count,
  /** The oldest read behind its figures; null: none yet, or unknown. */
  oldestReadAt: Instant.nullable(),
  knownLate: KnownLate.nullable(),
  /** Estimated remaining time in milliseconds; null if unknown, or the run is not running. */
  remainingMs: z.number().nonnegative().nullable(),
});
export type RunProgress = z.infer<typeof RunProgress>;

/**
 * Why a run was derived from another one: the same again, the same Entities in the previous period, or on the
 * same dates a year before.
 */
export const RELATIONS = ['again', 'previous', 'last-year'] as const;
export type Relation = (typeof RELATIONS)[number];

/** A run as shown in lists and progress bars. */
export const ReportRun = z.object({
  id: Uuid,
  state: z.enum(RUN_STATES),
  /** Whether it only shows figures while a report is defined: in no list, and removed some time after its last use. */
  draft: z.boolean(),
  operator: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  definition: ReportDefinition,
  /** The saved definition that it uses. */
  saved: z.object({ id: Uuid, version: z.int().positive() }).nullable(),
  /** Name of the saved definition, in that version. */
  name: z.string().nullable(),
  /** The run that it was derived from. */
  relation: z.object({ kind: z.enum(RELATIONS), run: Uuid }).nullable(),
  tariff: Tariff.nullable(),
  /** The period as dates, both inclusive. */
  from: PlainDate,
  to: PlainDate,
  progress: RunProgress,
  /** From here on figures may still grow; null if nothing in the period is provisional. */
  provisionalFrom: Instant.nullable(),
  /** Hash of the manifest; null: not sealed. */
  hash: z.string().nullable(),
  /** When it was sealed, and by which operator; null: not sealed, or before this was stored. */
  sealed: z.object({ at: Instant, by: z.string() }).nullable(),
});
export type ReportRun = z.infer<typeof ReportRun>;

/** The parts of a run that change while it is read. */
export const RunChange = ReportRun.pick({
  id: true,
  state: true,
  draft: true,
  finishedAt: true,
  provisionalFrom: true,
  progress: true,
  hash: true,
  sealed: true,
});
export type RunChange = z.infer<typeof RunChange>;

/** An Entity of a run. */
export const RunEntityState = z.object({
  entityId: Uuid,
  name: z.string().nullable(),
  type: z.string().nullable(),
  state: z.enum(ENTITY_STATES),
  sessions: Count,
  /** Sessions that the Service listed more than once with the same content; each counts once. */
  duplicates: Count,
  /** When its sessions were read from the Service; null: never, or unknown. */
  readAt: Instant.nullable(),
  /** From when on its sessions are known, if older ones are needed; null: none are missing. */
  lateFrom: Instant.nullable(),
  /** Whether its sessions are captured; null if not known. */
  capture: z.boolean().nullable(),
  /** The Service's own reason, if it could not be read. */
  error: z.string().nullable(),
});
export type RunEntityState = z.infer<typeof RunEntityState>;

/** Input and outcome of a run; its canonical JSON is hashed. */
export const ReportManifest = z.object({
  format: z.literal('gridhelm-report-1'),
  runId: Uuid,
  definition: ReportDefinition,
  saved: z.object({ id: Uuid, version: z.int().positive() }).nullable(),
  /** Name of the saved definition, in that version. */
  name: z.string().nullable(),
  /** The run that it was derived from. */
  relation: z.object({ kind: z.enum(RELATIONS), run: Uuid }).nullable(),
  tariff: Tariff.nullable(),
  period: z.object({ start: Instant, end: Instant }),
  /** The time span whose sessions must be known. */
  read: z.object({ start: Instant, end: Instant }),
  /** Start of the run, and when its last Entity was copied. */
  begunAt: Instant,
  asOf: Instant,
  /** From here on figures may still grow; null if nothing in the period is provisional. */
  provisionalFrom: Instant.nullable(),
  /** Requested reads; absent: the run itself read pages from the Service. */
  asked: Count.optional(),
  /** Of runs that read pages. */
  requests: Count.optional(),
  pages: Count.optional(),
  entities: z.array(
    z.object({
      id: Uuid,
      state: z.enum(ENTITY_STATES),
      /** Of runs that read pages. */
      pages: Count.optional(),
      /** Absent: the first runs on the fleet store did not count them. */
      duplicates: Count.optional(),
      sessions: Count,
      /** When its sessions were read, and from when on all are known; absent: an older run. */
      readAt: Instant.nullable().optional(),
      knownFrom: Instant.nullable().optional(),
      error: z.string().nullable(),
      hash: z.string().nullable(),
    }),
  ),
  /** Sessions by energy unit; null if none was reported. */
  units: z.array(z.object({ unit: z.string().nullable(), sessions: z.int().nonnegative() })),
  findings: ReportFindingCounts.shape.findings,
  exclusions: ReportFindingCounts.shape.exclusions,
  totals: z.array(ReportSums),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
export type ReportManifest = z.infer<typeof ReportManifest>;
