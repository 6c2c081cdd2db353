import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from '../contract/zod.ts';
import { DEFAULT_PAGE_SIZE } from '../contract/paging.ts';
import { queryString } from '../contract/query-string.ts';
import { ServiceFailure } from './errors.ts';

/** Maximum rows of one page. */
export const MAX_PAGE_SIZE = 1000;

/** Position of a row in its list: by the number, then by the text. */
export type Key = readonly [number, string];
const Key = z.tuple([z.number(), z.string()]);

/** A requested page: at most `size` rows after `after`. */
interface PageRequest {
  size: number;
  after: Key | null;
}

/** The identity of a list: its path and filter. */
interface ListIdentity {
  /** Path below the base address, with parameters. */
  path: string;
  start?: string | undefined;
  end?: string | undefined;
}

/** One page of an answer. Spec, "Paging envelope". */
interface AnsweredPage<Row> {
  data: Row[];
  links: { next: string | null };
  meta: { continuationToken: string | null; pageSize: number };
}

/** Parses page requests and writes pages; a continuation token belongs to one list and filter. */
export interface Pager {
  request(
    list: ListIdentity,
    query: { pageSize?: number | undefined; continuationToken?: string | undefined },
  ): PageRequest;
  /**
   * | @param rows up to one more than the page holds, which indicates a next page
   * @param keyOf position of a row
   * @param show a row as answered
   */
  page<Row, Shown>(
    list: ListIdentity,
    request: PageRequest,
    rows: readonly Row[],
    keyOf: (row: Row) => Key,
    show: (row: Row) => Shown,
  ): AnsweredPage<Shown>;
}

/**
 * Makes a pager.
 * @param secret signs the tokens, so that damaged or foreign ones are detected
 * @param baseUrl start of the address in `links.next`
 */
export function makePager(secret: Buffer, baseUrl: () => string): Pager {
  const sign = (list: ListIdentity, payload: string) =>
    createHmac('sha256', secret)
      .update([list.path, list.start ?? '', list.end ?? '', payload].join('\n'))
      .digest()
      .subarray(0, 16);

  const read = (list: ListIdentity, token: string): Key => {
    const [payload = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(list, payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new ServiceFailure(
        'invalidToken',
        'continuationToken: it is damaged, or belongs to another list or time frame.',
      );
    }
    return Key.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  };

  const write = (list: ListIdentity, key: Key) => {
    const payload = Buffer.from(JSON.stringify(key)).toString('base64url');
    return `${payload}.${sign(list, payload).toString('base64url')}`;
  };

  return {
    request: (list, { pageSize = DEFAULT_PAGE_SIZE, continuationToken }) => {
      if (pageSize > MAX_PAGE_SIZE) {
        throw new ServiceFailure(
          'invalidQuery',
          `pageSize: at most ${MAX_PAGE_SIZE} rows a page, not ${pageSize}.`,
        );
      }
      return {
        size: pageSize,
        after: continuationToken === undefined ? null : read(list, continuationToken),
      };
    },
    page: (list, request, rows, keyOf, show) => {
      const shown = rows.slice(0, request.size);
      const last = shown.at(-1);
      const token =
        rows.length > request.size && last !== undefined ? write(list, keyOf(last)) : null;
      const { path, ...filter } = list;
      const query = { ...filter, pageSize: request.size, continuationToken: token ?? '' };
      return {
        data: shown.map(show),
        links: { next: token === null ? null : `${baseUrl()}${path}${queryString(query)}` },
        meta: { continuationToken: token, pageSize: request.size },
      };
    },
  };
}
