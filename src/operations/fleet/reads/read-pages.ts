import type { EndpointShape } from '../../../contract/endpoints.ts';
import { pageOf, tokenOfLink } from '../../../contract/paging.ts';
import { z } from '../../../contract/zod.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import { checkAnswer, readAnswer } from '../../read-answer.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import type { LeftOutItems } from '../../../domain/left-out-items.ts';
import { ToldRows, type ToldRow } from './told-rows.ts';

/** Rows requested per page. */
const PAGE_SIZE = 500;
/** Maximum pages of one list, in case it has no end. */
const PAGES_MAX = 200;
/** Consecutive pages without a new row; a service may return an empty one now and then. */
const IDLE_PAGES_MAX = 3;

/** The pages of a list repeat or do not end. */
export class EndlessPages extends Error {
  override name = 'EndlessPages';
}

/** Sends one request within the budget. */
export type Send = (endpoint: EndpointShape, input: CallInput) => Promise<RawAnswer>;

/**
 * Reads the items of an answer one by one.
 * @param name of the list in the answer, for messages; empty if the answer is the list
 * @returns the usable items, each with its original content
 * @throws UpstreamFault if none of them can be used
 */
export function readItems<Row>(
  schema: z.ZodType<Row>,
  items: readonly unknown[],
  name: string,
  answer: RawAnswer,
  leftOut: LeftOutItems,
): { row: Row; told: unknown }[] {
  const rows: { row: Row; told: unknown }[] = [];
  const wrong: string[] = [];
  for (const [at, told] of items.entries()) {
    const parsed = schema.safeParse(told);
    if (parsed.success) rows.push({ row: parsed.data, told });
    else {
      const path = parsed.error.issues[0]?.path ?? [];
      wrong.push([...(name === '' ? [] : [name]), at, ...path].join('.'));
    }
  }
  if (rows.length === 0 && wrong.length > 0) {
    const list = z.array(schema);
    checkAnswer(
      name === '' ? list : z.object({ [name]: list }),
      name === '' ? items : { [name]: items },
      answer,
    );
  }
  for (const path of wrong) leftOut.add(path);
  return rows;
}

/** How the Service treats a requested page size. */
export interface PageSizes {
  /** It refuses any: it is asked without one from then on. */
  isRefused: boolean;
  /** Rows of a page that was not the last one: it may return fewer than requested. */
  rows: number;
}

export const UNKNOWN_SIZES: PageSizes = { isRefused: false, rows: PAGE_SIZE };

/** Maximum rows of a list that is read to its end, allowing for pages that are not full. */
export function mostRows({ rows }: PageSizes): number {
  return (rows * PAGES_MAX) / 2;
}

const RawPage = pageOf(z.unknown());

const endless = () =>
  new EndlessPages('The Service returned page after page without an end; nothing was stored.');

/**
 * Reads all pages of a list. A row that is listed twice counts once, with a mark.
 * @param rowSchema the shape of a row
 * @param leftOut takes the items that cannot be used
 * @throws UpstreamFault; EndlessPages if the pages repeat, bring nothing new or do not end
 */
export async function readPages<Row extends { id: string }>(
  send: Send,
  endpoint: EndpointShape,
  rowSchema: z.ZodType<Row>,
  input: CallInput,
  sizes: PageSizes,
  leftOut: LeftOutItems,
): Promise<ToldRow<Row>[]> {
  const found = new ToldRows<Row>();
  const tokens = new Set<string>();
  let token: string | null = null;
  let idle = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await sendPage(send, endpoint, input, token, sizes);
    const { data, links, meta } = readAnswer(RawPage, answer);
    const before = found.size;
    for (const { row, told } of readItems(rowSchema, data, 'data', answer, leftOut)) {
      found.add(row, told);
    }
    idle = found.size > before ? 0 : idle + 1;
    const next = tokenOf(meta?.continuationToken ?? null, links?.next ?? null);
    if (next === '') return found.all();
    if (data.length > 0) sizes.rows = data.length;
    if (tokens.has(next) || idle >= IDLE_PAGES_MAX) throw endless();
    tokens.add(next);
    token = next;
  }
  throw endless();
}

/**
 * The token of the next page, empty after the last one.
 * @throws EndlessPages if a page is linked without a token
 */
function tokenOf(token: string | null, link: string | null): string {
  if (token !== null && token !== '') return token;
  if (link === null || link === '') return '';
  const linked = tokenOfLink(link);
  if (linked !== null) return linked;
  throw new EndlessPages('The Service links a further page without a token; nothing was stored.');
}

async function sendPage(
  send: Send,
  endpoint: EndpointShape,
  input: CallInput,
  token: string | null,
  sizes: PageSizes,
): Promise<RawAnswer> {
  const paged = token === null ? {} : { continuationToken: token };
  const plain = { ...input, query: { ...input.query, ...paged } };
  if (sizes.isRefused) return send(endpoint, plain);
  try {
    return await send(endpoint, { ...plain, query: { ...plain.query, pageSize: PAGE_SIZE } });
  } catch (error) {
    const isRefusal = error instanceof UpstreamFault && error.status === 400 && token === null;
    if (!isRefusal) throw error;
    const answer = await send(endpoint, plain);
    // Refused with a size and answered without one: the refusal was about the size.
    sizes.isRefused = true;
    return answer;
  }
}
