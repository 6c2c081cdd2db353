import { type Basis, type Check, type Trial, section } from '../check.ts';
import { mustBeRefused } from '../client.ts';
import { NotTried, must, mustEqual } from '../outcome.ts';

/** A list with a time frame: its rows as ids with the instants that the frame looks at. */
interface Framed {
  name: 'listCommands' | 'listChargeSessions';
  title: string;
  by: string;
  source: string;
}

interface Row {
  id: string;
  ms: number;
}

const LISTS: readonly Framed[] = [
  { name: 'listCommands', title: 'Commands', by: 'trigger time', source: 'Commands, GET commands' },
  { name: 'listChargeSessions', title: 'Charge Sessions', by: 'start', source: 'Charge Sessions' },
];

const iso = (ms: number) => new Date(ms).toISOString();

async function rowsOf(
  { client, fixtures }: Trial,
  { name }: Framed,
  frame: { start?: string; end?: string },
  pageSize = 1000,
): Promise<Row[]> {
  const params = await fixtures.paramsOf(name);
  const query = { ...frame, pageSize };
  const rows: Row[] = [];
  let continuationToken: string | undefined;
  do {
    const asked = { params, query: { ...query, continuationToken } };
    if (name === 'listCommands') {
      const page = await client.read(name, asked);
      rows.push(...page.data.map((row) => ({ id: row.id, ms: Date.parse(row.triggerTime ?? '') })));
      continuationToken = page.meta?.continuationToken ?? undefined;
    } else {
      const page = await client.read(name, asked);
      rows.push(...page.data.map((row) => ({ id: row.id, ms: Date.parse(row.data?.start ?? '') })));
      continuationToken = page.meta?.continuationToken ?? undefined;
    }
  } while (continuationToken !== undefined && rows.length < 5000);
  return rows;
}

/** All rows, and two instants of rows such that some lie before, between and after them. */
async function spread(trial: Trial, list: Framed) {
  const all = await rowsOf(trial, list, {});
  const instants = [...new Set(all.map(({ ms }) => ms))].toSorted((a, b) => a - b);
  const low = instants[Math.floor(instants.length / 4)];
  const high = instants[Math.floor((instants.length * 3) / 4)];
  if (instants.length < 4 || low === undefined || high === undefined) {
    throw new NotTried('there are not four rows at different times');
  }
  return { all, low, high };
}

function sameRows(seen: readonly Row[], expected: readonly Row[]): void {
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).toSorted();
  mustEqual(ids(seen).length, ids(expected).length, 'number of rows');
  mustEqual(ids(seen), ids(expected), 'rows');
}

function checksOf(list: Framed): readonly Check[] {
  const one = (
    statement: string,
    basis: Basis,
    source: string,
    run: (trial: Trial) => Promise<void>,
  ) => [`${list.title}: ${statement}`, basis, source, run] as const;
  const refused = (rawQuery: (trial: Trial) => string) => async (trial: Trial) => {
    const params = await trial.fixtures.paramsOf(list.name);
    const answer = await trial.client.ask(list.name, { params, rawQuery: rawQuery(trial) });
    mustBeRefused(answer, 400);
  };
  return section('Time frames', null, [
    one('without a frame all are listed', 'specification', list.source, async (trial) => {
      const { all } = await spread(trial, list);
      const wide = { start: '1990-01-01T00:00:00Z', end: '2200-01-01T00:00:00Z' };
      sameRows(await rowsOf(trial, list, wide), all);
    }),
    one(`the frame is by ${list.by}`, 'specification', list.source, async (trial) => {
      const { all, low, high } = await spread(trial, list);
      const rows = await rowsOf(trial, list, { start: iso(low + 1), end: iso(high - 1) });
      sameRows(
        rows,
        all.filter(({ ms }) => ms > low && ms < high - 1),
      );
    }),
    one('a frame may have a start alone', 'specification', list.source, async (trial) => {
      const { all, low } = await spread(trial, list);
      sameRows(
        await rowsOf(trial, list, { start: iso(low - 1) }),
        all.filter(({ ms }) => ms >= low - 1),
      );
    }),
    one('a frame may have an end alone', 'specification', list.source, async (trial) => {
      const { all, high } = await spread(trial, list);
      sameRows(
        await rowsOf(trial, list, { end: iso(high + 1) }),
        all.filter(({ ms }) => ms < high + 1),
      );
    }),
    one('the start is inclusive', 'own choice', list.source, async (trial) => {
      const { low } = await spread(trial, list);
      const rows = await rowsOf(trial, list, { start: iso(low), end: iso(low + 1) });
      must(rows.length > 0, 'a row at the start is missing');
    }),
    one('the end is exclusive', 'own choice', list.source, async (trial) => {
      const { high } = await spread(trial, list);
      const rows = await rowsOf(trial, list, { start: iso(high - 1), end: iso(high) });
      must(
        rows.every(({ ms }) => ms < high),
        'a row at the end is listed',
      );
    }),
    one('an empty frame lists nothing', 'own choice', list.source, async (trial) => {
      const { low } = await spread(trial, list);
      mustEqual((await rowsOf(trial, list, { start: iso(low), end: iso(low) })).length, 0, 'rows');
    }),
    one(
      'an offset from UTC means the same instant',
      'own choice',
      'introduction (ISO 8601)',
      async (trial) => {
        const { all, low } = await spread(trial, list);
        const start = `${iso(low + 3_600_000).slice(0, -1)}+01:00`;
        sameRows(
          await rowsOf(trial, list, { start }),
          all.filter(({ ms }) => ms >= low),
        );
      },
    ),
    one('the frame holds on every page', 'specification', 'Limits 1', async (trial) => {
      const { low, high } = await spread(trial, list);
      const frame = { start: iso(low), end: iso(high) };
      const whole = await rowsOf(trial, list, frame);
      if (whole.length > 300) throw new NotTried('there are more than 300 rows');
      sameRows(await rowsOf(trial, list, frame, Math.max(2, Math.ceil(whole.length / 5))), whole);
    }),
    one(`rows are in the order of their ${list.by}`, 'own choice', list.source, async (trial) => {
      const { all } = await spread(trial, list);
      must(
        all.every(({ ms }, at) => ms >= (all[at - 1]?.ms ?? 0)),
        'they are not',
      );
    }),
    one(
      'a frame that ends before it starts is 400',
      'own choice',
      'Errors 5: not shown',
      refused(({ client }) => {
        const { start, end } = client.access.dialect;
        return `?${start}=2026-02-01T00:00:00Z&${end}=2026-01-01T00:00:00Z`;
      }),
    ),
    one(
      'a start that is no date-time is 400',
      'own choice',
      'Errors 5: not shown',
      refused(({ client }) => `?${client.access.dialect.start}=yesterday`),
    ),
  ]);
}

/** Lists with a time frame. */
export const FRAME_CHECKS: readonly Check[] = LISTS.flatMap(checksOf);
