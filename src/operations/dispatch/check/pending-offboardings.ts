import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { pageOf } from '../../../contract/paging.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Failure, failureOf } from '../../../bff/http/problems.ts';
import { readAnswer, type UpstreamClient } from '../../../bff/upstream/client.ts';

/** How long an answer is valid, in milliseconds. */
const GOOD_FOR_MS = 60_000;
const PAGE_SIZE = 100;
/** Maximum pages that are read; an endless list ends here. */
const MAX_PAGES = 100;

/** The Entities that are being offboarded, or the message and the failure if that could not be read. */
export type PendingOffboardings =
  | { entities: ReadonlySet<string>; readAt: number }
  | { problem: string; failed: Failure };

const Page = pageOf(OffboardingRequest);

async function readAll(upstream: Pick<UpstreamClient, 'call'>): Promise<ReadonlySet<string>> {
  const entities = new Set<string>();
  let continuationToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await upstream.call(ENDPOINTS.listOffboardingRequests, {
      params: {},
      query: { pageSize: PAGE_SIZE, continuationToken },
    });
    const { data, meta } = readAnswer(Page, answer);
    for (const request of data) {
      if (request.status !== 'Pending') continue;
      const ids = [request.data?.id ?? null, ...(request.data?.components ?? [])];
      for (const id of ids) if (id !== null) entities.add(id);
    }
    const next = meta?.continuationToken ?? null;
    if (next === null) return entities;
    continuationToken = next;
  }
  throw new Error(`more than ${MAX_PAGES} pages`);
}

/**
 * Makes the reader of Pending offboarding requests. Its answer is cached for a minute and shared by
 * all callers; a failure is not cached.
 */
export function createPendingOffboardings(
  upstream: Pick<UpstreamClient, 'call'>,
  clock: Pick<Clock, 'now'>,
): () => Promise<PendingOffboardings> {
  let known: { entities: ReadonlySet<string>; readAt: number } | null = null;
  let underWay: Promise<PendingOffboardings> | null = null;

  const read = async (): Promise<PendingOffboardings> => {
    const readAt = clock.now();
    try {
      known = { entities: await readAll(upstream), readAt };
      return known;
    } catch (error) {
      const failed = failureOf(error);
      const [first] = failed.detail.errors;
      return { problem: first?.message ?? first?.description ?? 'It could not be read.', failed };
    } finally {
      underWay = null;
    }
  };

  return async () => {
    if (known !== null && clock.now() - known.readAt < GOOD_FOR_MS) return known;
    underWay ??= read();
    return underWay;
  };
}
