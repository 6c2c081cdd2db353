import type { Kysely } from 'kysely';
import type { BulkDoubt, BulkSeen } from '../../contract/console/bulk.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import type { Clock } from '../../lib/clock.ts';
import { readAnswer, type UpstreamClient } from '../../bff/upstream/client.ts';
import type { BulkItemRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { ItemTools, ReadResult } from '../jobs/item-runner.ts';
import { markSending, settleItem, type ItemEnd } from './bulk-store.ts';

/** Maximum age of the list of requests when one is created, in milliseconds; items share it. */
const LIST_GOOD_FOR_MS = 5000;
const PAGE_SIZE = 200;
/** Maximum number of pages of the list, in case it has no end. */
const MAX_PAGES = 100;
/** Statuses from which a request no longer changes. Public facts, "Other". */
const ENDED: ReadonlySet<string | null> = new Set(['Canceled', 'Failed', 'Succeeded']);

type Tools = ItemTools<BulkDoubt>;
/** The open requests, by Entity. */
type OpenRequests = ReadonlyMap<string, OffboardingRequest>;

interface Listed {
  at: number;
  read: Promise<ReadResult<OpenRequests>>;
}

/** Performs the items of offboarding runs: one Offboarding Request for each Entity. */
export function createOffboardingItems(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  upstream: Pick<UpstreamClient, 'call'>;
}) {
  const { db, clock, upstream } = parts;
  let listed: Listed | null = null;

  const readList = async (tools: Tools): Promise<ReadResult<OpenRequests>> => {
    const open = new Map<string, OffboardingRequest>();
    let continuationToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { pageSize: PAGE_SIZE, continuationToken };
      const read = await tools.read(async (signal) =>
        readAnswer(
          ENDPOINTS.listOffboardingRequests.answer,
          await upstream.call(ENDPOINTS.listOffboardingRequests, { params: {}, query }, signal),
        ),
      );
      if ('failed' in read) return read;
      for (const request of read.value.data) {
        const entityId = request.data?.id ?? null;
        if (entityId !== null && !ENDED.has(request.status)) open.set(entityId, request);
      }
      const next = read.value.meta?.continuationToken ?? null;
      if (next === null) return { value: open };
      continuationToken = next;
    }
    const message = `The list has over ${MAX_PAGES} pages.`;
    return { failed: { source: 'console', message }, refused: false };
  };

  /** Does not share a failed read with later items. */
  const forgetFailed = async (list: Listed) => {
    const read = await list.read.catch(() => null);
    if ((read === null || 'failed' in read) && listed === list) listed = null;
  };

  /** The open requests as read at this time or later. */
  const openRequests = (tools: Tools, notBefore: number) => {
    if (listed !== null && listed.at >= notBefore) return listed.read;
    const list = { at: clock.now(), read: readList(tools) };
    listed = list;
    void forgetFailed(list);
    return list.read;
  };

  const settle = (item: BulkItemRow, end: ItemEnd) => settleItem(db, item, end, clock.now());

  return {
    /** Creates the request unless one is open. */
    async perform(item: BulkItemRow, tools: Tools): Promise<void> {
      const read = await openRequests(tools, clock.now() - LIST_GOOD_FOR_MS);
      if ('failed' in read) {
        const seen = { code: 'unread', reason: read.failed } as const;
        return settle(item, { state: 'skipped', note: { code: 'not-sent', seen } });
      }
      const before = { value: null, at: clock.now() };
      const open = read.value.get(item.entity_id);
      if (open !== undefined) {
        const note = { code: 'not-sent', seen: { code: 'request', status: open.status } } as const;
        return settle(item, { state: 'unchanged', note, before, requestId: open.id });
      }
      const sent = await tools.send(
        () => markSending(db, item, before, clock.now()),
        async () =>
          readAnswer(
            ENDPOINTS.createOffboardingRequest.answer,
            await upstream.call(ENDPOINTS.createOffboardingRequest, {
              params: {},
              query: {},
              body: { entityId: item.entity_id },
            }),
          ),
      );
      if ('refused' in sent) {
        const note = { code: 'refused', reason: sent.refused, reading: false } as const;
        return settle(item, { state: 'refused', note });
      }
      if ('lost' in sent) return tools.doubt({ code: 'lost', reason: sent.lost });
      return settle(item, { state: 'done', note: null, requestId: sent.value.id });
    },
    /** Looks for an open request after a doubtful answer. */
    async settleByReading(item: BulkItemRow, doubt: BulkDoubt, tools: Tools): Promise<void> {
      const noted = (seen: BulkSeen) => ({ code: 'checked', doubt, seen }) as const;
      const read = await openRequests(tools, clock.now());
      if ('failed' in read) {
        const note = noted({ code: 'unread', reason: read.failed });
        return settle(item, { state: 'unknown', note });
      }
      const open = read.value.get(item.entity_id);
      if (open === undefined) {
        const after = { value: null, at: clock.now() };
        return settle(item, { state: 'unknown', note: noted({ code: 'no-request' }), after });
      }
      const note = noted({ code: 'request', status: open.status });
      return settle(item, { state: 'done', note, requestId: open.id });
    },
  };
}
