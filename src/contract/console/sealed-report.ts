import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { FigureSearch } from './report-definition.ts';
import { ExclusionReason } from './report-exceptions.ts';
import { Figures, FigureRow, FigureSession, FigureSums, ReportBasis } from './report-figures.ts';
import { TariffText } from './tariff.ts';

const Count = z.int().nonnegative();

/** What a sealed report was made of and what came out; the SHA-256 of its canonical JSON is its hash. */
export const SealedManifest = z.object({
  format: z.literal('gridhelm-report-2'),
  id: Uuid,
  name: z.string().nullable(),
  /** The address, with fixed dates. */
  search: FigureSearch,
  sealedAt: Instant,
  sealedBy: z.string(),
  from: PlainDate.nullable(),
  to: PlainDate.nullable(),
  tariffs: z.array(z.object({ id: Uuid, version: z.int().positive(), content: TariffText })),
  basis: ReportBasis.extend({ archived: ReportBasis.shape.archived.default(0) }),
  entities: z.array(
    z.object({
      id: Uuid,
      name: z.string().nullable(),
      sessions: Count,
      /** When its sessions were read from the Service, and from when on all are known; null: never. */
      readAt: Instant.nullable(),
      knownFrom: Instant.nullable(),
    }),
  ),
  totals: z.array(FigureSums),
  groups: z.array(FigureRow),
  /** All sessions by energy unit, also those that do not count. */
  units: z.array(z.object({ unit: z.string().nullable(), sessions: Count })),
  exceptions: Figures.shape.exceptions,
  exclusions: z.array(z.object({ reason: ExclusionReason, sessions: Count })),
  decisions: z.array(
    z.object({
      entityId: Uuid,
      sessionId: Uuid,
      kind: z.enum(['left-out', 'accepted']),
      reason: z.string(),
      by: z.string(),
    }),
  ),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  /** Sessions in the file, and the SHA-256 of their lines. */
  sessions: z.object({ count: Count, sha256: z.string() }),
  /** Of a report that was sealed as a run: its manifest of then, and the hash of that in the audit log. */
  earlier: z.object({ hash: z.string(), manifest: z.string() }).optional(),
});
export type SealedManifest = z.infer<typeof SealedManifest>;

/** A sealed report as lists show it, and its manifest as the canonical text that is hashed. */
export const SealedReport = z.object({
  id: Uuid,
  name: z.string().nullable(),
  search: FigureSearch,
  totals: z.array(FigureSums),
  /** Of its costs; null: it has no tariff. */
  currency: z.string().nullable(),
  hash: z.string(),
  sealedAt: Instant,
  sealedBy: z.string(),
  /** It is deleted after this day; null: it is kept for ever. */
  keptUntil: PlainDate.nullable(),
  manifest: z.string(),
});
export type SealedReport = z.infer<typeof SealedReport>;

/** Differences between a sealed report and the same of today. */
export const SealedDifferences = z.object({
  totals: z.array(FigureSums),
  /** Rows that differ; null: there is none on that side. */
  groups: z.array(z.object({ sealed: FigureRow.nullable(), now: FigureRow.nullable() })),
  groupCount: Count,
  /** Sessions that count differently, or on one side only. */
  sessions: z.array(z.object({ sealed: FigureSession.nullable(), now: FigureSession.nullable() })),
  sessionCount: Count,
});
export type SealedDifferences = z.infer<typeof SealedDifferences>;
