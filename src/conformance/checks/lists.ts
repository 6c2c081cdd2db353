import { z } from '../../contract/zod.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/paging.ts';
import type { QueryValues } from '../../contract/query-string.ts';
import {
  type Check,
  type Trial,
  about,
  ownChoice,
  publicFact,
  section,
  specification,
  type Statement,
} from '../check.ts';
import { type Answer, isRefusal, mayBeRefused, mustSucceed, saw } from '../answers.ts';
import { parsed } from '../client.ts';
import { LISTS, type ListName } from '../fixtures.ts';
import { Differs, NotTried, may, must, mustEqual, shown } from '../outcome.ts';
import { TITLES } from './shapes.ts';

/** One page with rows of any kind. */
interface Rows {
  rows: unknown[];
  next: string | null;
  token: string | null;
  pageSize: number | null;
}

/** Maximum pages of a walk through a list. */
const MAX_PAGES = 40;

function rowsIn(name: ListName, answer: Answer): Rows {
  mustSucceed(answer, name);
  const { data, links, meta } = parsed(name, answer);
  return {
    rows: data,
    next: links?.next ?? null,
    token: meta?.continuationToken ?? null,
    pageSize: meta?.pageSize ?? null,
  };
}

async function page(trial: Trial, name: ListName, query: QueryValues = {}): Promise<Rows> {
  const params = await trial.fixtures.paramsOf(name);
  const answer = await trial.client.ask(name, { params, query });
  // The accepted sizes are not documented.
  const isFirst = query.continuationToken === undefined;
  may(!(isFirst && query.pageSize !== undefined && isRefusal(answer)), saw(answer));
  return rowsIn(name, answer);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The identity of a row; Entity types have no id. */
function idOf(row: unknown): string {
  const read = z.object({ id: z.string().optional(), type: z.string().optional() }).safeParse(row);
  return read.data?.id ?? read.data?.type ?? shown(row);
}

/** The first page of one row, if there is another page after it. */
async function firstOfMany(trial: Trial, name: ListName) {
  const first = await page(trial, name, { pageSize: 1 });
  if (first.token === null) throw new NotTried('there are not two rows to page through');
  return { first, token: first.token };
}

/**
 * How to judge a difference between pages: names of query parameters are not documented, and only a
 * link with the used name proves that the deployment knows it.
 */
function judgeOf({ client }: Trial, { next }: Rows): typeof must {
  const { baseUrl, dialect } = client.access;
  const isKnown =
    next !== null &&
    URL.canParse(next, baseUrl) &&
    new URL(next, baseUrl).searchParams.has(dialect.continuationToken);
  return isKnown ? must : may;
}

/** All rows of a list, walked in pages of a size; throws NotTried if the list is too long. */
async function walk(trial: Trial, name: ListName, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let continuationToken: string | undefined;
  let judge = may;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const found = await page(trial, name, { pageSize, continuationToken });
    if (count === 0) judge = judgeOf(trial, found);
    for (const id of found.rows.map(idOf)) {
      judge(!ids.includes(id), `${id} came on two pages of ${pageSize}`);
      ids.push(id);
    }
    if (found.token === null) return ids;
    continuationToken = found.token;
  }
  throw new NotTried(`the list has more than ${MAX_PAGES} pages of ${pageSize}`);
}

function checksOf(name: ListName): readonly Check[] {
  const refusedQuery = (rawQuery: string) => async (trial: Trial) => {
    const params = await trial.fixtures.paramsOf(name);
    mayBeRefused(await trial.client.ask(name, { params, rawQuery }), 400);
  };
  const statements: readonly Statement[] = [
    publicFact('a page has the requested size', 'Names of query parameters', async (trial) => {
      const { rows, pageSize } = await page(trial, name, { pageSize: 2 });
      mustEqual(pageSize, 2, 'meta.pageSize');
      must(rows.length <= 2, `${rows.length} rows`);
    }),
    publicFact(
      `a page has ${DEFAULT_PAGE_SIZE} rows by default`,
      'Names of query parameters',
      async (trial) => {
        const { rows, pageSize } = await page(trial, name);
        mustEqual(pageSize, DEFAULT_PAGE_SIZE, 'meta.pageSize');
        must(rows.length <= DEFAULT_PAGE_SIZE, `${rows.length} rows`);
      },
    ),
    specification(
      'the continuation token gives the next page, with other rows',
      'Limits 1',
      async (trial) => {
        const { first, token } = await firstOfMany(trial, name);
        const judge = judgeOf(trial, first);
        const next = await page(trial, name, { pageSize: 1, continuationToken: token });
        judge(next.rows.length > 0, 'the next page is empty');
        judge(idOf(next.rows[0]) !== idOf(first.rows[0]), 'the same row is repeated');
      },
    ),
    specification(
      'links.next leads to the same page as the token',
      'Paging envelope; Limits 1',
      async (trial) => {
        const { first, token } = await firstOfMany(trial, name);
        if (first.next === null) throw new NotTried('there is no link, which may be null');
        const followed = rowsIn(name, await trial.client.follow(first.next));
        const asked = await page(trial, name, { pageSize: 1, continuationToken: token });
        const judge = judgeOf(trial, first);
        judge(
          isSame(followed.rows.map(idOf), asked.rows.map(idOf)),
          `rows: ${shown(followed.rows)}, with the token: ${shown(asked.rows)}`,
        );
      },
    ),
    ownChoice(
      'links.next is absolute, and at the origin of the deployment',
      'Paging envelope (string, nullable)',
      async (trial) => {
        const { next } = (await firstOfMany(trial, name)).first;
        must(next !== null && URL.canParse(next), `links.next: ${shown(next)}`);
        const { origin } = new URL(next ?? '');
        if (origin === new URL(trial.client.access.baseUrl).origin) return;
        throw new Differs(`it leads to ${origin}`, { root: 'links.next elsewhere' });
      },
    ),
    specification(
      'pages of 1, 3 and 100 hold the same rows, each once, and end',
      'Limits 1',
      async (trial) => {
        const wide = await walk(trial, name, 100);
        const first = await page(trial, name, { pageSize: 1 });
        const judge = judgeOf(trial, first);
        judge(wide.length === new Set(wide).size, 'a row is listed twice');
        for (const size of wide.length < MAX_PAGES ? [1, 3] : [30]) {
          const narrow = await walk(trial, name, size);
          judge(isSame(narrow, wide), `pages of ${size}: ${shown(narrow)}`);
        }
      },
    ),
    ownChoice(
      'the last page has neither token nor link',
      'Paging envelope (both nullable)',
      async (trial) => {
        const { next, token } = await page(trial, name, { pageSize: 1000 });
        if (token !== null) throw new NotTried('there are more than 1000 rows');
        mustEqual(next, null, 'links.next');
      },
    ),
    ownChoice('a page size of 0 is 400', 'Limits 3: not shown', async (trial) => {
      await refusedQuery(`?${trial.client.access.dialect.pageSize}=0`)(trial);
    }),
    ownChoice('a page size of 1000 is accepted', 'Limits 3: not shown', async (trial) => {
      mustEqual((await page(trial, name, { pageSize: 1000 })).pageSize, 1000, 'meta.pageSize');
    }),
    ownChoice('a page size of 1001 is 400', 'Limits 3: not shown', async (trial) => {
      await refusedQuery(`?${trial.client.access.dialect.pageSize}=1001`)(trial);
    }),
    ownChoice('a page size that is not a number is 400', 'Errors 5: not shown', async (trial) => {
      await refusedQuery(`?${trial.client.access.dialect.pageSize}=many`)(trial);
    }),
    ownChoice('a damaged token is 400', 'Errors 5: not shown', async (trial) => {
      const { token } = await firstOfMany(trial, name);
      const damaged = `${token.slice(0, -3)}AAA`;
      const given = damaged === token ? `${token}x` : damaged;
      const key = trial.client.access.dialect.continuationToken;
      await refusedQuery(`?${key}=${encodeURIComponent(given)}`)(trial);
    }),
    ownChoice('a token of another list is 400', 'Errors 5: not shown', async (trial) => {
      const other = name === 'listEntityTypes' ? 'listOffboardingRequests' : 'listEntityTypes';
      const { token } = await firstOfMany(trial, other);
      const key = trial.client.access.dialect.continuationToken;
      await refusedQuery(`?${key}=${encodeURIComponent(token)}`)(trial);
    }),
  ];
  return section('Paging', null, about(TITLES[name], statements));
}

/** Every list with the envelope. */
export const LIST_CHECKS: readonly Check[] = LISTS.flatMap(checksOf);
