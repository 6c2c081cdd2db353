import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Command } from '../../../contract/command.ts';
import { ENDPOINTS, type EndpointShape } from '../../../contract/endpoints.ts';
import type { Location } from '../../../contract/location.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { rawAnswer } from '../../../bff/testing/raw-answer.ts';
import { UpstreamFault } from '../../../http/fault.ts';

/** What the Service of a test has of an Entity; absent: nothing. */
interface ServedEntity {
  locations?: readonly Location[];
  sessions?: readonly ChargeSession[];
  commands?: readonly Command[];
}

/** A Service of a test that answers all reads of the fleet store. */
export interface FakeFleetService {
  entities: Map<string, ServedEntity>;
  /** Requests that arrived, as `path-without-ids entityId`. */
  asked: { what: keyof typeof WHAT; entityId: string; query: CallInput['query'] }[];
  /** Members of each Collective, the Offboarding Requests and the types of `others`. */
  lists: Map<string, readonly unknown[]>;
  /** Requests about something else than an Entity, as `members id`, `offboarding` or `types`. */
  others: string[];
  /** What goes wrong with a request, or null. @param entityId or one of `others` */
  fault: (entityId: string, what: keyof typeof WHAT | 'list') => UpstreamFault | null;
  /** Replaces an answer, such as with pages that do not end; a text is sent as it is, null: the usual. */
  answer: (entityId: string, what: keyof typeof WHAT, query: CallInput['query']) => unknown;
  pageSize: number;
  call(endpoint: EndpointShape, input: CallInput): Promise<RawAnswer>;
}

const WHAT = {
  locations: ENDPOINTS.listLocations.path,
  commands: ENDPOINTS.listCommands.path,
  features: ENDPOINTS.listFeatures.path,
  capacity: ENDPOINTS.getBatteryCapacity.path,
  sessions: ENDPOINTS.listChargeSessions.path,
} as const;

/** The Service turned a request away. */
export function turnedAway(status: number, message: string): UpstreamFault {
  return new UpstreamFault(status >= 500 ? 'server-error' : 'refused', message, {
    status,
    errors: [{ code: null, message, description: null }],
  });
}

/** Creates a Service without Entities. */
export function fakeFleetService(): FakeFleetService {
  const service: FakeFleetService = {
    entities: new Map(),
    lists: new Map(),
    asked: [],
    others: [],
    fault: () => null,
    answer: () => null,
    pageSize: 500,
    async call(endpoint, { params, query }) {
      const list = listOf(endpoint.path, params['collectiveId']);
      if (list !== null) {
        service.others.push(list);
        await Promise.resolve();
        const failed = service.fault(list, 'list');
        if (failed !== null) throw failed;
        return page(service.lists.get(list) ?? [], query);
      }
      const entityId = params['entityId'] ?? '';
      const what = Object.entries(WHAT).find(([, path]) => path === endpoint.path)?.[0];
      if (!isWhat(what)) throw new Error(`not served: ${endpoint.path}`);
      service.asked.push({ what, entityId, query });
      await Promise.resolve();
      const wrong = service.fault(entityId, what);
      if (wrong !== null) throw wrong;
      const special = service.answer(entityId, what, query);
      if (special !== null) return rawAnswer(special);
      const of = service.entities.get(entityId) ?? {};
      if (what === 'features') return rawAnswer([]);
      if (what === 'capacity') return rawAnswer({ batteryCapacity: 77 });
      if (what === 'locations') return page(of.locations ?? [], query);
      if (what === 'commands') return page(of.commands ?? [], query);
      const [from, to] = [instantMs(String(query['start'])), instantMs(String(query['end']))];
      const listed = (of.sessions ?? []).filter(({ data }) => {
        const start = instantMs(data?.start ?? null) ?? 0;
        return start >= (from ?? -Infinity) && start < (to ?? Infinity);
      });
      return page(listed, query);
    },
  };
  const page = (rows: readonly unknown[], query: CallInput['query']) => {
    const from = Number(query['continuationToken'] ?? 0);
    const next = from + service.pageSize;
    const continuationToken = next < rows.length ? String(next) : null;
    const meta = { continuationToken, pageSize: service.pageSize };
    return rawAnswer({ data: rows.slice(from, next), links: { next: null }, meta });
  };
  return service;
}

function listOf(path: string, collectiveId = ''): string | null {
  if (path === ENDPOINTS.listMembers.path) return `members ${collectiveId}`;
  if (path === ENDPOINTS.listOffboardingRequests.path) return 'offboarding';
  return path === ENDPOINTS.listEntityTypes.path ? 'types' : null;
}

function isWhat(name: string | undefined): name is keyof typeof WHAT {
  return name !== undefined && name in WHAT;
}
