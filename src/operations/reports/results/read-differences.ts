import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ReportDifferences } from '../../../contract/console/report-result.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { cursorAfter, placeOf } from './read-sessions.ts';
import { sessionsAt, type PlacedRecord, type SessionPlaceInRun } from './session-query.ts';

type RunKey = Pick<ReportRunRow, 'run_no'>;
type Pair = ReportDifferences['sessions'][number];

/** The requested differences. */
export interface DifferencesAsk {
  kind: 'added' | 'changed' | 'vanished';
  /** From the previous page; null or absent: the first page. */
  cursor?: string | null | undefined;
  limit: number;
}

interface Row {
  entity_no: number;
  session_no: number;
  /** Its position in the other run, if it has one. */
  other_entity: number | null;
  other_session: number | null;
}

/**
 * Entities `e` of one run and the same ones `f` of another that can differ: all sessions of a completely read
 * Entity have a common hash.
 */
export const MAY_DIFFER = sql`(e.hash is null or f.hash is null or e.hash <> f.hash)`;

/** Walks over sessions of a run that another run lacks, or has with other content. */
function walk(
  run: RunKey,
  than: RunKey,
  after: SessionPlaceInRun | null,
  limit: number,
  isChanged: boolean,
) {
  const beyond: RawBuilder<unknown> =
    after === null
      ? sql``
      : sql`and (x.entity_no, x.session_no) > (${after.entityNo}, ${after.sessionNo})
        and e.entity_no >= ${after.entityNo}`;
  const other = isChanged ? sql`y.hash <> x.hash` : sql`y.session_no is null`;
  return sql<Row>`select x.entity_no, x.session_no, y.entity_no as other_entity,
      y.session_no as other_session
    from report_entities e
    join report_sessions x on x.run_no = e.run_no and x.entity_no = e.entity_no
    left join report_entities f on f.run_no = ${than.run_no} and f.entity_id = e.entity_id
    left join report_sessions y on y.run_no = f.run_no and y.entity_no = f.entity_no
      and y.session_id = x.session_id
    where e.run_no = ${run.run_no} and ${MAY_DIFFER} and ${other} ${beyond}
    order by x.entity_no, x.session_no limit ${limit}`;
}

/**
 * A page of the sessions that only one of two runs has, or that the Service returned differently.
 * @throws Failure 400 for an invalid cursor
 */
export async function readDifferences(
  db: Kysely<Store>,
  earlier: RunKey,
  later: RunKey,
  { kind, cursor = null, limit }: DifferencesAsk,
): Promise<ReportDifferences> {
  const [run, than] = kind === 'vanished' ? [earlier, later] : [later, earlier];
  const after = cursor === null ? null : placeOf(cursor);
  const { rows } = await walk(run, than, after, limit + 1, kind === 'changed').execute(db);
  const shown = rows.slice(0, limit).map((row) => ({
    own: { entityNo: row.entity_no, sessionNo: row.session_no },
    other:
      row.other_entity === null || row.other_session === null
        ? null
        : { entityNo: row.other_entity, sessionNo: row.other_session },
  }));
  const read = async ({ run_no }: RunKey, places: readonly SessionPlaceInRun[]) => {
    const records = await sessionsAt(db, run_no, places);
    return new Map(records.map((one: PlacedRecord) => [cursorAfter(one.place), one.session]));
  };
  const own = await read(
    run,
    shown.map((one) => one.own),
  );
  const others = await read(
    than,
    shown.flatMap(({ other }) => (other === null ? [] : [other])),
  );
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    sessions: shown.map((one): Pair => {
      const ofRun = own.get(cursorAfter(one.own)) ?? null;
      const ofOther = one.other === null ? null : (others.get(cursorAfter(one.other)) ?? null);
      return kind === 'vanished'
        ? { before: ofRun, after: ofOther }
        : { before: ofOther, after: ofRun };
    }),
    cursor: last === undefined ? null : cursorAfter(last.own),
  };
}
