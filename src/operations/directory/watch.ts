import { z } from '../../contract/zod.ts';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { ENDPOINTS, type EndpointShape } from '../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { readAnswer, type CallInput, type UpstreamClient } from '../../bff/upstream/client.ts';
import type { RawAnswer } from '../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';

/** Notified of what the Service's answers show about ids. Implementations handle their own errors. */
export interface Heard {
  /** The Service answered a request about this id, or refused it: 403 or 404. */
  onReach(thing: { kind: DirectoryKind; id: string }, status: number | null): void;
  onOffboarding(requests: readonly OffboardingRequest[]): void;
}

type Call = (endpoint: EndpointShape, input: CallInput) => Promise<RawAnswer>;

const NOT_REACHABLE: ReadonlySet<number> = new Set([403, 404]);

/** Requests whose refusal is about the id in their path only. */
function speaksOfId(endpoint: EndpointShape, params: CallInput['params']): boolean {
  if (Object.keys(params).length !== 1) return false;
  // Without a configured capacity, a deployment may answer 404 here.
  if (endpoint.path === ENDPOINTS.getBatteryCapacity.path) return false;
  return endpoint.method === 'GET' || endpoint.method === 'POST';
}

function thingOf(params: CallInput['params']): { kind: DirectoryKind; id: string } | null {
  const { entityId, collectiveId } = params;
  if (entityId !== undefined) return { kind: 'entity', id: entityId };
  return collectiveId === undefined ? null : { kind: 'collective', id: collectiveId };
}

function offboardingIn(endpoint: EndpointShape, answer: RawAnswer): OffboardingRequest[] {
  const { listOffboardingRequests: list, getOffboardingRequest: one } = ENDPOINTS;
  try {
    if (endpoint.path === list.path && endpoint.method === list.method) {
      return readAnswer(list.answer, answer).data;
    }
    const single: readonly string[] = [
      one.path,
      ENDPOINTS.cancelOffboardingRequest.path,
      list.path,
    ];
    return single.includes(endpoint.path) ? [readAnswer(one.answer, answer)] : [];
  } catch (error) {
    // The caller reports unusable answers; nothing is learnt from them.
    if (error instanceof UpstreamFault || error instanceof z.ZodError) return [];
    throw error;
  }
}

/** The same client, with what its answers show about ids passed on. */
export function watchUpstream(upstream: UpstreamClient, heard: Heard): UpstreamClient {
  const watched = async (send: Call, endpoint: EndpointShape, input: CallInput) => {
    const thing = thingOf(input.params);
    try {
      const answer = await send(endpoint, input);
      if (thing !== null) heard.onReach(thing, null);
      const requests = offboardingIn(endpoint, answer);
      if (requests.length > 0) heard.onOffboarding(requests);
      return answer;
    } catch (error) {
      const status = error instanceof UpstreamFault ? error.status : null;
      if (thing !== null && status !== null && NOT_REACHABLE.has(status)) {
        if (speaksOfId(endpoint, input.params)) heard.onReach(thing, status);
      }
      throw error;
    }
  };
  return {
    ...upstream,
    call: (endpoint, input, signal) =>
      watched((to, given) => upstream.call(to, given, signal), endpoint, input),
    dispatch: (endpoint, input) =>
      watched((to, given) => upstream.dispatch(to, given), endpoint, input),
  };
}
