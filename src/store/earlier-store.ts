import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from '../contract/zod.ts';
import { StartError } from '../lib/start-error.ts';
import { BASELINE } from './baseline/baseline.ts';
import { openFileReadOnly } from './dialect/sqlite.ts';

/** The step since which a dispatch has its name in the store. */
const DISPATCHES_STEP = '090-dispatch-id';

const Steps = z.array(z.object({ name: z.string() }));
const Unsettled = z.array(
  z.object({
    id: z.string(),
    collective_name: z.string(),
    created_at: z.number(),
    outcome: z.string(),
    open: z.number(),
    planned_until: z.number().nullable(),
  }),
);

const UNSETTLED = `
select * from (
  select id, collective_name, created_at, outcome,
    (select count(*) from commands where dispatch_id = intents.id and settled = 0) as open,
    (select max(trigger_at) from commands where dispatch_id = intents.id and settled = 0)
      as planned_until
  from intents)
where open > 0 or (outcome in ('sending', 'unknown') and id not in (select dispatch_id from closings))
order by created_at`;

/**
 * Refuses the store of a version before this baseline, with what an operator must know to leave it: its
 * dispatches without an end, and how to take its directory over.
 *
 * @param file path of `console.db`; nothing is refused if there is none
 * @throws StartError
 */
export function refuseEarlierStore(file: string): void {
  if (!existsSync(file)) return;
  const database = openFileReadOnly(file);
  try {
    const read = (sql: string) => database.prepare(sql).all();
    if (read(`select 1 from sqlite_master where name = 'kysely_migration'`).length === 0) return;
    const steps = Steps.parse(read('select name from kysely_migration')).map(({ name }) => name);
    if (!steps.some((name) => name < BASELINE)) return;
    const isListed = steps.some((name) => name >= DISPATCHES_STEP);
    const open = isListed ? Unsettled.parse(read(UNSETTLED)) : [];
    const folder = path.dirname(file);
    throw new StartError(
      [
        `The data folder ${folder} was written by an earlier Gridhelm, whose store this version does not read.`,
        `Keep it, start with another DATA_DIR, and take its directory over: npm run directory:export -- ${folder}`,
        ...(isListed ? [] : ['It is too old to tell which of its dispatches have no end.']),
        ...(open.length === 0 ? [] : [`Dispatches in it without an end: ${open.length}`]),
        ...open.map(unsettledLine),
      ].join('\n'),
    );
  } finally {
    database.close();
  }
}

const instant = (ms: number) => new Date(ms).toISOString();

function unsettledLine(row: z.output<typeof Unsettled>[number]): string {
  const { open, planned_until: until } = row;
  const parts = [
    `sent ${instant(row.created_at)} to ${row.collective_name}`,
    row.outcome === 'accepted' ? null : 'outcome unknown',
    open === 0 ? null : `${open} ${open === 1 ? 'Command' : 'Commands'} open`,
    until === null ? null : `the last triggers at ${instant(until)}`,
  ];
  return `- ${row.id}: ${parts.filter((part) => part !== null).join(', ')}`;
}
