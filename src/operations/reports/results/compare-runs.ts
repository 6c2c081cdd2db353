import { sql, type Kysely } from 'kysely';
import type { ReportComparison } from '../../../contract/console/report-result.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { MAY_DIFFER } from './read-differences.ts';
import { readTotals } from './read-groups.ts';

type RunKey = Pick<ReportRunRow, 'id' | 'run_no'>;

interface Counts {
  both: number | string;
  same: number | string;
}

/** Counts the sessions in both runs, by Entity and id, and those with the same content. */
async function countShared(db: Kysely<Store>, a: RunKey, b: RunKey): Promise<Counts> {
  const { rows } = await sql<Counts>`select coalesce(sum(c.both), 0) as both,
      coalesce(sum(c.same), 0) as same
    from (
      select e.sessions as both, e.sessions as same
      from report_entities e
      join report_entities f on f.run_no = ${b.run_no} and f.entity_id = e.entity_id
      where e.run_no = ${a.run_no} and not ${MAY_DIFFER}
      union all
      select count(*) as both, sum(case when x.hash = y.hash then 1 else 0 end) as same
      from report_entities e
      join report_entities f on f.run_no = ${b.run_no} and f.entity_id = e.entity_id
      join report_sessions x on x.run_no = e.run_no and x.entity_no = e.entity_no
      join report_sessions y on y.run_no = f.run_no and y.entity_no = f.entity_no
        and y.session_id = x.session_id
      where e.run_no = ${a.run_no} and ${MAY_DIFFER}
    ) c`.execute(db);
  return rows[0] ?? { both: 0, same: 0 };
}

async function countSessions(db: Kysely<Store>, { run_no }: RunKey): Promise<number> {
  const { count } = await db
    .selectFrom('report_entities')
    .where('run_no', '=', run_no)
    .select((row) =>
      row.fn.coalesce(row.fn.sum<number | string>('sessions'), row.val(0)).as('count'),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * How a run differs from an earlier one. Sessions are compared as the Service returned them; totals
 * may also differ by period, boundary rule or tariff.
 */
export async function compareRuns(
  db: Kysely<Store>,
  earlier: RunKey,
  later: RunKey,
): Promise<ReportComparison> {
  const shared = await countShared(db, earlier, later);
  const [both, same] = [Number(shared.both), Number(shared.same)];
  return {
    earlier: earlier.id,
    later: later.id,
    added: (await countSessions(db, later)) - both,
    vanished: (await countSessions(db, earlier)) - both,
    changed: both - same,
    same,
    totals: {
      earlier: await readTotals(db, earlier.run_no),
      later: await readTotals(db, later.run_no),
    },
  };
}
