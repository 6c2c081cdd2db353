import type { Kysely } from 'kysely';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import { TariffText } from '../../contract/console/tariff.ts';
import { PlainDate } from '../../contract/primitives.ts';
import { isTimeZone, isoInstant } from '../../domain/instant.ts';
import {
  sessionKey,
  type Decision,
  type ReportRules,
} from '../../domain/reports/compute-report.ts';
import {
  definitionOf,
  periodOf,
  type FigureDefinition,
  type FigurePeriod,
  type TariffRef,
} from '../../domain/reports/definition.ts';
import { USUAL_LIMITS } from '../../domain/reports/session-checks.ts';
import { slicingBySite } from '../../domain/reports/site-time.ts';
import { zoneCalendar } from '../../domain/reports/zone-calendar.ts';
import { failure, invalid } from '../../http/problems.ts';
import { fromJson } from '../../store/json.ts';
import type { Store } from '../../store/schema/schema.ts';
import { resolveScope } from './scope.ts';

/** A definition with its instants. */
export interface Resolved {
  definition: FigureDefinition;
  period: FigurePeriod;
}

/**
 * Resolves the definition of an address.
 * @param now milliseconds since the epoch
 * @throws Failure 400 for a zone or a date that does not exist
 */
export function resolveSearch(search: FigureSearch, now: number): Resolved {
  const definition = definitionOf(search);
  if (!isTimeZone(definition.zone)) {
    throw invalid('zone', `${definition.zone} is not a time zone.`);
  }
  const dates = definition.period.includes('_') ? definition.period.split('_') : [];
  for (const date of dates) {
    if (!PlainDate.safeParse(date).success) throw invalid('period', `${date} is no date.`);
  }
  const period = periodOf(definition, now);
  if (period === null) throw invalid('period', 'The last date is before the first.');
  return { definition, period };
}

/** By which a definition counts in a period. */
export function rulesOf(
  { definition }: Resolved,
  period: FigurePeriod,
  nowMs: number,
): ReportRules {
  const { zone, rule, siteTime, limits } = definition;
  const slicing = { calendar: zoneCalendar(zone), boundary: rule, period };
  return {
    slicing,
    bySite: siteTime ? slicingBySite(slicing) : null,
    limits: { ...USUAL_LIMITS, ...limits },
    nowMs,
  };
}

/** The tariffs of a report, and which of them prices each Entity. */
export interface ReportTariffs {
  currency: string | null;
  tariffs: (TariffRef & { content: TariffText })[];
  /** An index into these; null: none. */
  of(entityId: string): number | null;
}

async function findTariff(db: Kysely<Store>, { id, version }: TariffRef) {
  const row = await db
    .selectFrom('tariffs')
    .where('id', '=', id)
    .where('version', '=', version)
    .select('content')
    .executeTakeFirst();
  if (row === undefined) {
    throw failure(
      404,
      'not_found',
      `There is no tariff ${id} in version ${version}. Choose another one.`,
    );
  }
  return { id, version, content: fromJson(TariffText, row.content) };
}

/**
 * Reads the tariffs of a report. Those of Collectives and tags come first, in their order.
 * @throws Failure 404 for one that does not exist, 400 if they have several currencies
 */
export async function readTariffs(
  db: Kysely<Store>,
  { tariff, tariffs: choices }: FigureDefinition,
): Promise<ReportTariffs> {
  const none = { collectives: [], entities: [], types: [], tags: [] };
  const found: ReportTariffs['tariffs'] = [];
  const chosen = new Map<string, number>();
  for (const { of, tariff: ref } of choices) {
    const index = found.push(await findTariff(db, ref)) - 1;
    const scope =
      'tag' in of ? { ...none, tags: [of.tag] } : { ...none, collectives: [of.collective] };
    for (const { id } of await resolveScope(db, scope)) {
      if (!chosen.has(id)) chosen.set(id, index);
    }
  }
  const usual = tariff === null ? null : found.push(await findTariff(db, tariff)) - 1;
  const currencies = [...new Set(found.map(({ content }) => content.currency))];
  if (currencies.length > 1) {
    throw invalid(
      'tariffs',
      `These tariffs are in ${currencies.join(' and ')}; a report has one currency.`,
    );
  }
  return { currency: currencies[0] ?? null, tariffs: found, of: (id) => chosen.get(id) ?? usual };
}

/** All decisions about sessions, by the key of the session. */
export async function readDecisions(db: Kysely<Store>): Promise<Map<string, Decision>> {
  const rows = await db.selectFrom('session_decisions').selectAll().execute();
  return new Map(
    rows.map((row): [string, Decision] => [
      sessionKey(row.entity_id, row.session_id),
      {
        kind: row.kind === 'left-out' ? 'left-out' : 'accepted',
        reason: row.reason,
        by: row.operator_name,
        at: isoInstant(row.decided_at),
      },
    ]),
  );
}
