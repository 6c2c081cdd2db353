import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Location } from '../../contract/location.ts';
import type { RequestBudget } from '../jobs/request-budget.ts';
import { readAnswer, type UpstreamClient } from '../../bff/upstream/client.ts';

/** Locations asked for per page. */
const PAGE_SIZE = 200;
/** Most pages of one Entity; a list that goes on for ever ends here. */
const MAX_PAGES = 200;

/** The Service's pages of an Entity do not end. */
export class EndlessPages extends Error {
  override name = 'EndlessPages';
}

/**
 * Reads all Locations of an Entity, each page within the budget.
 * @param onRequest called before each request
 * @throws UpstreamFault, EndlessPages
 */
export async function readLocations(
  parts: { upstream: Pick<UpstreamClient, 'call'>; budget: RequestBudget },
  entityId: string,
  signal: AbortSignal,
  onRequest: () => void,
): Promise<Location[]> {
  const { listLocations } = ENDPOINTS;
  const found: Location[] = [];
  const tokens = new Set<string>();
  let continuationToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { pageSize: PAGE_SIZE, continuationToken };
    const answer = await parts.budget.run(() => {
      onRequest();
      return parts.upstream.call(listLocations, { params: { entityId }, query }, signal);
    }, signal);
    const { data, meta } = readAnswer(listLocations.answer, answer);
    found.push(...data);
    const next = meta?.continuationToken ?? null;
    if (next === null) return found;
    if (tokens.has(next)) break;
    tokens.add(next);
    continuationToken = next;
  }
  throw new EndlessPages(
    'The Service answered page after page without an end; nothing was taken over.',
  );
}
