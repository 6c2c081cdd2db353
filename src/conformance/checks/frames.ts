import type { QueryValues } from '../../contract/query-string.ts';
import {
  type Check,
  type Trial,
  about,
  once,
  ownChoice,
  section,
  specification,
  type Statement,
} from '../check.ts';
import { isRefusal, mayBeRefused } from '../answers.ts';
import { Differs, NotTried, may, must, mustEqual } from '../outcome.ts';

/** A list with a time frame: its rows as ids with the instants that the frame refers to. */
interface Framed {
  name: 'listCommands' | 'listChargeSessions';
  title: string;
  by: string;
  source: string;
  /** The specification defines what a frame refers to, and the default frame, for Commands only. */
  states: typeof specification;
}

interface Row {
  id: string;
  ms: number;
}

const LISTS: readonly Framed[] = [
  {
    name: 'listCommands',
    title: 'Commands',
    by: 'trigger time',
    source: 'Commands, GET commands',
    states: specification,
  },
  {
    name: 'listChargeSessions',
    title: 'Charge Sessions',
    by: 'start',
    source: 'Charge Sessions',
    states: ownChoice,
  },
];

const iso = (ms: number) => new Date(ms).toISOString();

/** Page sizes to try, from the largest; the accepted ones are not documented. */
const SIZES = [1000, 100, undefined] as const;

async function pageOf(
  { client, fixtures }: Trial,
  name: Framed['name'],
  query: QueryValues,
): Promise<{ rows: Row[]; token: string | undefined }> {
  const asked = { params: await fixtures.paramsOf(name), query };
  if (name === 'listCommands') {
    const { data, meta } = await client.read(name, asked);
    const rows = data.map((row) => ({ id: row.id, ms: Date.parse(row.triggerTime ?? '') }));
    return { rows, token: meta?.continuationToken ?? undefined };
  }
  const { data, meta } = await client.read(name, asked);
  const rows = data.map((row) => ({ id: row.id, ms: Date.parse(row.data?.start ?? '') }));
  return { rows, token: meta?.continuationToken ?? undefined };
}

/** The largest page size that a list accepts, found once. */
const sizeFor = {
  listCommands: once((trial) => largestSize(trial, 'listCommands')),
  listChargeSessions: once((trial) => largestSize(trial, 'listChargeSessions')),
};

async function largestSize(trial: Trial, name: Framed['name']): Promise<number | undefined> {
  const params = await trial.fixtures.paramsOf(name);
  for (const pageSize of SIZES) {
    const answer = await trial.client.ask(name, { params, query: { pageSize } });
    if (!isRefusal(answer)) return pageSize;
  }
  return undefined;
}

async function rowsOf(
  trial: Trial,
  { name }: Framed,
  frame: { start?: string; end?: string },
  size?: number,
): Promise<Row[]> {
  const pageSize = size ?? (await sizeFor[name](trial));
  const rows: Row[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await pageOf(trial, name, { ...frame, pageSize, continuationToken });
    rows.push(...page.rows);
    if (page.token === continuationToken) break;
    continuationToken = page.token;
  } while (continuationToken !== undefined && rows.length < 5000);
  return rows;
}

/** All rows, and two instants with rows before, between and after them. */
async function spread(trial: Trial, list: Framed) {
  const all = await rowsOf(trial, list, {});
  const instants = [...new Set(all.map(({ ms }) => ms))]
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((a, b) => a - b);
  const low = instants[Math.floor(instants.length / 4)];
  const high = instants[Math.floor((instants.length * 3) / 4)];
  if (instants.length < 4 || low === undefined || high === undefined) {
    throw new NotTried('there are not four rows at different times');
  }
  return { all, low, high };
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).toSorted();

function sameRows(seen: readonly Row[], expected: readonly Row[]): void {
  mustEqual(seen.length, expected.length, 'number of rows');
  mustEqual(idsOf(seen), idsOf(expected), 'rows');
}

/**
 * Rows of a frame. A refused or ignored frame is allowed: the names of its parameters are not
 * documented.
 */
async function framed(
  trial: Trial,
  list: Framed,
  frame: { start?: string; end?: string },
  isIn: (row: Row) => boolean,
): Promise<void> {
  const { all } = await spread(trial, list);
  const rows = await rowsOf(trial, list, frame).catch((error: unknown) => {
    if (!(error instanceof Differs)) throw error;
    throw new Differs(error.message, { allowed: true, root: `${list.name}: frame` });
  });
  const expected = all.filter(isIn);
  if (rows.length === all.length && expected.length < all.length) {
    const root = `${list.name}: the frame is ignored`;
    throw new Differs('all rows come: its parameters may have other names', {
      allowed: true,
      root,
    });
  }
  sameRows(rows, expected);
}

function checksOf(list: Framed): readonly Check[] {
  const { states } = list;
  const refused = (rawQuery: (trial: Trial) => string) => async (trial: Trial) => {
    const params = await trial.fixtures.paramsOf(list.name);
    const answer = await trial.client.ask(list.name, { params, rawQuery: rawQuery(trial) });
    mayBeRefused(answer, 400);
  };
  const statements: readonly Statement[] = [
    states('without a frame all rows are listed', list.source, async (trial) => {
      const wide = { start: '1990-01-01T00:00:00Z', end: '2200-01-01T00:00:00Z' };
      await framed(trial, list, wide, () => true);
    }),
    states(`the frame is by ${list.by}`, list.source, async (trial) => {
      const { low, high } = await spread(trial, list);
      const frame = { start: iso(low + 1), end: iso(high - 1) };
      await framed(trial, list, frame, ({ ms }) => ms > low && ms < high - 1);
    }),
    ownChoice('a frame may have a start alone', list.source, async (trial) => {
      const { low } = await spread(trial, list);
      await framed(trial, list, { start: iso(low - 1) }, ({ ms }) => ms >= low - 1);
    }),
    ownChoice('a frame may have an end alone', list.source, async (trial) => {
      const { high } = await spread(trial, list);
      await framed(trial, list, { end: iso(high + 1) }, ({ ms }) => ms < high + 1);
    }),
    ownChoice('the start is inclusive', list.source, async (trial) => {
      const { low } = await spread(trial, list);
      const rows = await rowsOf(trial, list, { start: iso(low), end: iso(low + 1) });
      must(rows.length > 0, 'a row at the start is missing');
    }),
    ownChoice('the end is exclusive', list.source, async (trial) => {
      const { high } = await spread(trial, list);
      const rows = await rowsOf(trial, list, { start: iso(high - 1), end: iso(high) });
      must(
        rows.every(({ ms }) => ms < high),
        'a row at the end is listed',
      );
    }),
    ownChoice('an empty frame lists nothing', list.source, async (trial) => {
      const { low } = await spread(trial, list);
      mustEqual((await rowsOf(trial, list, { start: iso(low), end: iso(low) })).length, 0, 'rows');
    }),
    ownChoice(
      'an offset from UTC means the same instant',
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
    specification('the frame holds on every page', 'Limits 1', async (trial) => {
      const { low, high } = await spread(trial, list);
      const frame = { start: iso(low), end: iso(high) };
      const whole = await rowsOf(trial, list, frame);
      if (whole.length > 300) throw new NotTried('there are more than 300 rows');
      const paged = await rowsOf(trial, list, frame, Math.max(2, Math.ceil(whole.length / 5)));
      may(paged.length === whole.length, `${paged.length} rows on pages, ${whole.length} at once`);
      sameRows(paged, whole);
    }),
    ownChoice(`rows are in the order of their ${list.by}`, list.source, async (trial) => {
      const { all } = await spread(trial, list);
      must(
        all.every(({ ms }, at) => ms >= (all[at - 1]?.ms ?? 0)),
        'they are not',
      );
    }),
    ownChoice(
      'a frame that ends before it starts is 400',
      'Errors 5: not shown',
      refused(({ client }) => {
        const { start, end } = client.access.dialect;
        return `?${start}=2026-02-01T00:00:00Z&${end}=2026-01-01T00:00:00Z`;
      }),
    ),
    ownChoice(
      'a start that is not a date-time is 400',
      'Errors 5: not shown',
      refused(({ client }) => `?${client.access.dialect.start}=yesterday`),
    ),
  ];
  return section('Time frames', null, about(list.title, statements));
}

/** Lists with a time frame. */
export const FRAME_CHECKS: readonly Check[] = LISTS.flatMap(checksOf);
