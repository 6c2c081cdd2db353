import type { Kysely } from 'kysely';
import { EXCLUSION_REASON_LABELS } from '../../domain/reports/exception-labels.ts';
import { exclusionCounts, exceptionCounts } from '../../domain/reports/report-answers.ts';
import { EXCEPTION_LABELS } from '../../domain/reports/exception-labels.ts';
import { groupReport } from '../../domain/reports/group-report.ts';
import { formatIso } from '../../domain/format.ts';
import { BOUNDARY_LABELS, scopeLabel, zoneLabel } from '../../domain/reports/report-labels.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { ColumnNames } from './file-columns.ts';
import type { MadeReport } from './report-engine.ts';

/** The names of Collectives, by id, of the keys of a report's Entities. */
async function collectiveNames(
  db: Kysely<Store>,
  { report }: MadeReport,
): Promise<Map<string, string>> {
  const ids = new Set(report.entities.flatMap(({ collectives }) => collectives.split('+')));
  ids.delete('');
  const names = new Map<string, string>();
  for (const part of chunks([...ids])) {
    const rows = await db
      .selectFrom('collectives')
      .where('id', 'in', part)
      .select(['id', 'name'])
      .execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

/** The names that the columns of a file need. */
export async function columnNames(db: Kysely<Store>, made: MadeReport): Promise<ColumnNames> {
  const { zone, siteTime } = made.definition;
  return {
    zone,
    siteTime,
    currency: made.tariffs.currency,
    collectives: await collectiveNames(db, made),
  };
}

/** What a report is, for the first sheet of a workbook: the same as the head of the page. */
export function aboutReport(made: MadeReport, names: ColumnNames, now: number): [string, string][] {
  const { definition, period, report, tariffs, basis } = made;
  const at = (instant: string | null) =>
    instant === null ? 'none' : formatIso(instant, names.zone);
  const dates = period.from === null ? 'All time' : `${period.from} to ${period.to}`;
  const { rows: totals } = groupReport(report, []);
  return [
    ['Period', `${dates}, ${zoneLabel(definition)}`],
    ['Scope', scopeLabel(definition.scope, names.collectives)],
    ['Rule', BOUNDARY_LABELS[definition.rule]],
    ...tariffs.tariffs.map(({ content, version }): [string, string] => [
      'Tariff',
      `${content.name}, version ${version}, ${content.currency}`,
    ]),
    ['Made', at(new Date(now).toISOString())],
    ['Entities', String(basis.entities)],
    ['Entities whose sessions were never read', String(basis.unread)],
    ['Entities whose last read failed', String(basis.failed)],
    ['Oldest read', at(basis.oldestReadAt)],
    ['Provisional from', at(basis.provisionalFrom)],
    ...totals.flatMap((sums): [string, string][] => {
      const unit = sums.unit ?? 'no unit';
      return [
        [`Sessions in ${unit}`, String(sums.sessions)],
        [`Energy in ${unit}`, sums.energy],
        ...(names.currency === null
          ? []
          : [[`Cost of ${unit} in ${names.currency}`, sums.cost] satisfies [string, string]]),
      ];
    }),
    ...exclusionCounts(report).map(({ reason, sessions }): [string, string] => [
      `In no total: ${EXCLUSION_REASON_LABELS[reason]}`,
      String(sessions),
    ]),
    ...exceptionCounts(report).map(({ kind, sessions }): [string, string] => [
      `Exception: ${EXCEPTION_LABELS[kind]}`,
      String(sessions),
    ]),
  ];
}
