import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import type { JobSeen } from '../../../contract/console/job.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ReadResult } from '../item-runner.ts';
import { notSent, type Steps, type Tools, type Work } from './steps.ts';

/** Maximum age of the list of requests when one is created, in milliseconds; items share it. */
const LIST_GOOD_FOR_MS = 5000;
const PAGE_SIZE = 200;
/** Maximum number of pages of the list, in case it has no end. */
const MAX_PAGES = 100;
/** Statuses from which a request no longer changes. Public facts, "Other". */
const ENDED: ReadonlySet<string | null> = new Set(['Canceled', 'Failed', 'Succeeded']);

/** The open requests, by Entity. */
type OpenRequests = ReadonlyMap<string, OffboardingRequest>;

interface Listed {
  at: number;
  read: Promise<ReadResult<OpenRequests>>;
}

/** Makes one Offboarding Request for each Entity that has none open. */
export function createOffboarding(parts: {
  clock: Pick<Clock, 'now'>;
  upstream: Pick<UpstreamClient, 'call'>;
}): (work: Work) => Steps {
  const { clock, upstream } = parts;
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

  return ({ item }) => ({
    readsRefusals: false,
    async prepare(tools) {
      const read = await openRequests(tools, clock.now() - LIST_GOOD_FOR_MS);
      if ('failed' in read) {
        return { end: notSent('skipped', { code: 'unread', reason: read.failed }) };
      }
      const before = { value: null, at: isoInstant(clock.now()) };
      const open = read.value.get(item.entity_id);
      if (open === undefined) return { before };
      const seen = { code: 'request', status: open.status } as const;
      return { end: { ...notSent('unchanged', seen), before, requestId: open.id } };
    },
    async send() {
      const answer = await upstream.call(ENDPOINTS.createOffboardingRequest, {
        params: {},
        query: {},
        body: { entityId: item.entity_id },
      });
      const { id } = readAnswer(ENDPOINTS.createOffboardingRequest.answer, answer);
      return { state: 'done', note: null, requestId: id };
    },
    /** Looks for an open request. */
    async settle(doubt, tools) {
      const noted = (seen: JobSeen) => ({ code: 'checked', doubt, seen }) as const;
      const read = await openRequests(tools, clock.now());
      if ('failed' in read) {
        return { state: 'unknown', note: noted({ code: 'unread', reason: read.failed }) };
      }
      const open = read.value.get(item.entity_id);
      if (open === undefined) {
        const after = { value: null, at: isoInstant(clock.now()) };
        return { state: 'unknown', note: noted({ code: 'no-request' }), after };
      }
      const note = noted({ code: 'request', status: open.status });
      return { state: 'done', note, requestId: open.id };
    },
  });
}
