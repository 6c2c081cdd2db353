import { z } from '../../../contract/zod.ts';
import { DEFAULT_PAGE_SIZE } from '../../../contract/paging.ts';
import type { QueryValues } from '../../../contract/paths.ts';
import { type Basis, type Check, type Trial, section } from '../check.ts';
import { mustBeRefused, mustSucceed, saw } from '../client.ts';
import { LISTS, type ListName } from '../fixtures.ts';
import { NotTried, must, mustEqual, shown } from '../outcome.ts';

/** The envelope exactly as the specification has it: names, types and what may be null. */
const Envelope = z.object({
  data: z.array(z.unknown()).nullable(),
  links: z.object({ next: z.string().nullable() }),
  meta: z.object({ continuationToken: z.string().nullable(), pageSize: z.int() }),
});
type Envelope = z.infer<typeof Envelope>;

/** Pages that a walk through a list takes at most. */
const MAX_PAGES = 40;

const TITLES: Readonly<Record<ListName, string>> = {
  listLocations: 'Locations of an Entity',
  listCommands: 'Commands of an Entity',
  listChargeSessions: 'Charge Sessions of an Entity',
  listOffboardingRequests: 'Offboarding Requests',
  listMembers: 'Members of a Collective',
  listEntityTypes: 'Entity types',
};

async function page(trial: Trial, name: ListName, query: QueryValues = {}): Promise<Envelope> {
  const params = await trial.fixtures.paramsOf(name);
  const answer = await trial.client.ask(name, { params, query });
  mustSucceed(answer);
  const envelope = Envelope.safeParse(answer.json);
  must(envelope.success, `${shown(envelope.error?.issues[0])} in ${saw(answer)}`);
  return Envelope.parse(answer.json);
}

/** What identifies a row; Entity types have no id. */
function idOf(row: unknown): string {
  const read = z.object({ id: z.string().optional(), type: z.string().optional() }).safeParse(row);
  return read.data?.id ?? read.data?.type ?? shown(row);
}

/** The first page of one row, where there is another page after it. */
async function firstOfMany(trial: Trial, name: ListName) {
  const first = await page(trial, name, { pageSize: 1 });
  const token = first.meta.continuationToken;
  if (token === null) throw new NotTried('there are not two rows to page through');
  return { first, token };
}

/** All rows of a list, walked in pages of a size; throws NotTried where the list is too long. */
async function walk(trial: Trial, name: ListName, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let continuationToken: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const { data, meta } = await page(trial, name, { pageSize, continuationToken });
    for (const id of (data ?? []).map(idOf)) {
      must(!ids.includes(id), `${id} came on two pages of ${pageSize}`);
      ids.push(id);
    }
    if (meta.continuationToken === null) return ids;
    continuationToken = meta.continuationToken;
  }
  throw new NotTried(`the list has more than ${MAX_PAGES} pages of ${pageSize}`);
}

function checksOf(name: ListName): readonly Check[] {
  const of = TITLES[name];
  const one = (
    statement: string,
    basis: Basis,
    source: string,
    run: (trial: Trial) => Promise<void>,
  ) => [`${of}: ${statement}`, basis, source, run] as const;
  const refusedQuery = (rawQuery: string) => async (trial: Trial) => {
    const params = await trial.fixtures.paramsOf(name);
    mustBeRefused(await trial.client.ask(name, { params, rawQuery }), 400);
  };
  return section('Paging', null, [
    one('come in the paging envelope', 'specification', 'Paging envelope', async (trial) => {
      await page(trial, name);
    }),
    one('a page has the size that was asked for', 'specification', 'Limits 1', async (trial) => {
      const { data, meta } = await page(trial, name, { pageSize: 2 });
      mustEqual(meta.pageSize, 2, 'meta.pageSize');
      must((data ?? []).length <= 2, `${(data ?? []).length} rows`);
    }),
    one(
      `a page has ${DEFAULT_PAGE_SIZE} rows by default`,
      'public fact',
      'Names of query parameters',
      async (trial) => {
        const { data, meta } = await page(trial, name);
        mustEqual(meta.pageSize, DEFAULT_PAGE_SIZE, 'meta.pageSize');
        must((data ?? []).length <= DEFAULT_PAGE_SIZE, `${(data ?? []).length} rows`);
      },
    ),
    one(
      'the continuation token gives the next page, with other rows',
      'specification',
      'Limits 1',
      async (trial) => {
        const { first, token } = await firstOfMany(trial, name);
        const next = await page(trial, name, { pageSize: 1, continuationToken: token });
        must((next.data ?? []).length > 0, 'the next page is empty');
        must(idOf(next.data?.[0]) !== idOf(first.data?.[0]), 'the same row again');
      },
    ),
    one(
      'links.next is absolute and leads to the same page as the token',
      'specification',
      'Paging envelope; Limits 1',
      async (trial) => {
        const { first, token } = await firstOfMany(trial, name);
        const link = first.links.next;
        must(link !== null && URL.canParse(link), `links.next: ${shown(link)}`);
        const headers = { authorization: `Bearer ${await trial.client.token()}` };
        const followed = await trial.client.fetch(link ?? '', { headers });
        const asked = await page(trial, name, { pageSize: 1, continuationToken: token });
        const read = Envelope.safeParse(followed.json);
        must(read.success, saw(followed));
        mustEqual(read.data?.data, asked.data, 'rows');
      },
    ),
    one(
      'pages of 1, 3 and 100 hold the same rows, each once, and end',
      'specification',
      'Limits 1',
      async (trial) => {
        const wide = await walk(trial, name, 100);
        mustEqual(wide.length, new Set(wide).size, 'different rows');
        for (const size of wide.length < MAX_PAGES ? [1, 3] : [30]) {
          mustEqual(await walk(trial, name, size), wide, `pages of ${size}`);
        }
      },
    ),
    one(
      'the last page has neither token nor link',
      'specification',
      'Paging envelope (both nullable)',
      async (trial) => {
        const { links, meta } = await page(trial, name, { pageSize: 1000 });
        if (meta.continuationToken !== null) throw new NotTried('there are more than 1000 rows');
        mustEqual(links.next, null, 'links.next');
      },
    ),
    one('a page size of 0 is 400', 'own choice', 'Limits 3: not shown', async (trial) => {
      await refusedQuery(`?${trial.client.access.dialect.pageSize}=0`)(trial);
    }),
    one('a page size of 1000 is taken', 'own choice', 'Limits 3: not shown', async (trial) => {
      mustEqual((await page(trial, name, { pageSize: 1000 })).meta.pageSize, 1000, 'meta.pageSize');
    }),
    one('a page size of 1001 is 400', 'own choice', 'Limits 3: not shown', async (trial) => {
      await refusedQuery(`?${trial.client.access.dialect.pageSize}=1001`)(trial);
    }),
    one(
      'a page size that is no number is 400',
      'own choice',
      'Errors 5: not shown',
      async (trial) => {
        await refusedQuery(`?${trial.client.access.dialect.pageSize}=many`)(trial);
      },
    ),
    one('a damaged token is 400', 'own choice', 'Errors 5: not shown', async (trial) => {
      const { token } = await firstOfMany(trial, name);
      const damaged = `${token.slice(0, -3)}AAA`;
      const given = damaged === token ? `${token}x` : damaged;
      const key = trial.client.access.dialect.continuationToken;
      await refusedQuery(`?${key}=${encodeURIComponent(given)}`)(trial);
    }),
    one('a token of another list is 400', 'own choice', 'Errors 5: not shown', async (trial) => {
      const other = name === 'listEntityTypes' ? 'listOffboardingRequests' : 'listEntityTypes';
      const { token } = await firstOfMany(trial, other);
      const key = trial.client.access.dialect.continuationToken;
      await refusedQuery(`?${key}=${encodeURIComponent(token)}`)(trial);
    }),
  ]);
}

/** Every list with the envelope. */
export const LIST_CHECKS: readonly Check[] = LISTS.flatMap(checksOf);
