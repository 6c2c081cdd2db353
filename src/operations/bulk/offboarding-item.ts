import type { Kysely } from 'kysely';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import type { Clock } from '../../lib/clock.ts';
import { readAnswer, type UpstreamClient } from '../../bff/upstream/client.ts';
import type { BulkItemRow, Store } from '../../store/schema/schema.ts';
import type { ItemTools, ReadResult } from '../jobs/item-runner.ts';
import { markSending, settleItem, type ItemEnd } from './bulk-store.ts';

/** How old the list of requests may be when one is made, in milliseconds; items share it. */
const LIST_GOOD_FOR_MS = 5000;
const PAGE_SIZE = 200;
/** Most pages of the list; one without an end stops here. */
const MAX_PAGES = 100;
/** From these a request changes no more. Public facts, "Other". */
const ENDED: ReadonlySet<string | null> = new Set(['Canceled', 'Failed', 'Succeeded']);

type Tools = ItemTools<string>;
/** The open requests, by their Entity. */
type OpenRequests = ReadonlyMap<string, OffboardingRequest>;

interface Listed {
  at: number;
  read: Promise<ReadResult<OpenRequests>>;
}

/** Does the items of runs that offboard: one Offboarding Request for each Entity. */
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
    return { failed: `The list has over ${MAX_PAGES} pages.`, refused: false };
  };

  /** What could not be read is not shared with later items. */
  const forgetFailed = async (list: Listed) => {
    const read = await list.read.catch(() => null);
    if ((read === null || 'failed' in read) && listed === list) listed = null;
  };

  /** The open requests as they were read at this time or later. */
  const openRequests = (tools: Tools, notBefore: number) => {
    if (listed !== null && listed.at >= notBefore) return listed.read;
    const list = { at: clock.now(), read: readList(tools) };
    listed = list;
    void forgetFailed(list);
    return list.read;
  };

  const settle = (item: BulkItemRow, end: ItemEnd) => settleItem(db, item, end, clock.now());

  return {
    /** Makes the request unless one is open. */
    async perform(item: BulkItemRow, tools: Tools): Promise<void> {
      const read = await openRequests(tools, clock.now() - LIST_GOOD_FOR_MS);
      if ('failed' in read) {
        const message = `The Offboarding Requests could not be read: ${read.failed} Nothing was sent.`;
        return settle(item, { state: 'skipped', message });
      }
      const before = { value: null, at: clock.now() };
      const open = read.value.get(item.entity_id);
      if (open !== undefined) {
        const message = `Its request is ${open.status ?? 'without a status'}. Nothing was sent.`;
        return settle(item, { state: 'unchanged', message, before, requestId: open.id });
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
      if ('refused' in sent) return settle(item, { state: 'refused', message: sent.refused });
      if ('lost' in sent) return tools.doubt(sent.lost);
      return settle(item, { state: 'done', message: null, requestId: sent.value.id });
    },
    /** Looks for an open request after an answer that left a doubt. */
    async settleByReading(item: BulkItemRow, doubt: string, tools: Tools): Promise<void> {
      const read = await openRequests(tools, clock.now());
      if ('failed' in read) {
        const message = `${doubt} The Offboarding Requests could not be read afterwards: ${read.failed}`;
        return settle(item, { state: 'unknown', message });
      }
      const open = read.value.get(item.entity_id);
      if (open === undefined) {
        const after = { value: null, at: clock.now() };
        const message = `${doubt} Read afterwards: no open request.`;
        return settle(item, { state: 'unknown', message, after });
      }
      const message = `${doubt} Read afterwards: its request is ${open.status ?? 'open'}.`;
      return settle(item, { state: 'done', message, requestId: open.id });
    },
  };
}
