import type { Kysely } from 'kysely';
import { ReportManifest, type ReportRun } from '../../../contract/console/report-run.ts';
import { formatIso } from '../../../domain/format.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import {
  BOUNDARY_LABELS,
  RELATION_LABELS,
  scopeLabel,
  zoneLabel,
} from '../../../domain/reports/report-labels.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readDoubtful } from '../results/read-findings.ts';
import { readTotals } from '../results/read-groups.ts';
import { readRun } from '../results/read-run.ts';

type Line = [string, string];

function madeOf({ saved, name, relation, definition, tariff }: ReportRun): Line[] {
  const lines: Line[] = [];
  if (saved !== null) lines.push(['Saved report', `${name ?? saved.id}, version ${saved.version}`]);
  if (relation !== null) {
    lines.push(['Made from', `${RELATION_LABELS[relation.kind]} as run ${relation.run}`]);
  }
  lines.push(['Scope', scopeLabel(definition.scope)]);
  lines.push(['Boundary', BOUNDARY_LABELS[definition.boundary]]);
  lines.push([
    'Tariff',
    tariff === null
      ? 'none'
      : `${tariff.content.name}, version ${tariff.version}, ${tariff.content.currency}`,
  ]);
  return lines;
}

/** The lines from the manifest; none before it is sealed. */
function sealedLines(manifest: ReportManifest | null): Line[] {
  if (manifest === null) return [];
  return [
    ...manifest.checks.map(({ name, ok, detail }): Line => [
      `Check: ${name}`,
      `${ok ? 'holds' : 'does not hold'} (${detail})`,
    ]),
    ...manifest.exclusions
      .filter(({ count }) => count > 0)
      .map(({ reason, count }): Line => [
        `In no total: ${EXCLUSION_LABELS[reason]}`,
        String(count),
      ]),
    ...manifest.findings
      .filter(({ count }) => count > 0)
      .map(({ kind, count }): Line => [`Finding: ${FINDING_LABELS[kind]}`, String(count)]),
  ];
}

/**
 * The description of a report: the lines before its rows in every file.
 * @param now milliseconds since the epoch
 */
export async function aboutRun(db: Kysely<Store>, row: ReportRunRow, now: number): Promise<Line[]> {
  const run = await readRun(db, row, now);
  const { entities, offboarded, sessions, asked, oldestReadAt, knownLate } = run.progress;
  const at = (value: string | null) => (value === null ? '' : formatIso(value, row.zone));
  const provisional: Line[] =
    run.provisionalFrom === null ? [] : [['Provisional from', at(run.provisionalFrom)]];
  const late: Line[] =
    knownLate === null
      ? []
      : [
          [
            'Known late',
            `sessions of ${knownLate.entities} Entities only from ${at(knownLate.from)}`,
          ],
        ];
  const counted = (await readTotals(db, row.run_no)).reduce((sum, one) => sum + one.sessions, 0);
  const doubtful = (await readDoubtful(db, row.run_no)).reduce((sum, one) => sum + one.sessions, 0);
  const gone = offboarded === 0 ? '' : `, ${offboarded} offboarded`;
  return [
    ['Report run', run.id],
    ['State', run.state === 'complete' ? 'complete' : `${run.state}: PARTIAL, not all was read`],
    ['Period', `${run.from} to ${run.to}, ${zoneLabel(run.definition)}`],
    ...madeOf(run),
    ['Operator', run.operator],
    ['Begun', at(run.createdAt)],
    ['Finished', at(run.finishedAt)],
    ['Oldest read', at(oldestReadAt)],
    ...late,
    ...provisional,
    ['Entities', `${entities.done} of ${entities.total} read, ${entities.failed} failed${gone}`],
    ['Reads asked for', String(asked)],
    ['Sessions', String(counted)],
    ['Sessions in no total', String(sessions - counted)],
    ['Sessions with doubtful energy', String(doubtful)],
    ...sealedLines(fromNullableJson(ReportManifest, row.manifest)),
    ...(run.sealed === null
      ? []
      : [['Sealed', `by ${run.sealed.by} on ${at(run.sealed.at)}`] satisfies Line]),
    ['Manifest SHA-256', run.hash ?? 'none, not sealed'],
  ];
}
