import { OffboardingCreation, OffboardingRequest } from '../../contract/offboarding-request.ts';
import type { Answer } from '../answers.ts';
import type { Ask, Client } from '../client.ts';
import { type Targets, isKnownId } from '../fixtures.ts';
import { NotTried, mustEqual } from '../outcome.ts';
import { type Attempts, readOrNull } from './attempts.ts';

/** Pages of Requests that are searched. */
const MAX_PAGES = 100;

/** Tracks the Offboarding Requests of a run, and cancels them. */
export interface RequestKeeper {
  /** Throws NotTried if someone else's Request is Pending, or might be. */
  before(ask: Ask): Promise<void>;
  answered(ask: Ask, answer: Answer): void;
  putBack(): Promise<void>;
}

const entityOf = ({ body }: Ask) => OffboardingCreation.safeParse(body).data?.entityId ?? '';

/** Makes a tracker of Offboarding Requests. */
export function makeRequestKeeper(
  client: Client,
  targets: Targets,
  attempts: Attempts,
): RequestKeeper {
  /** The Requests of Entities before the first one of the suite. */
  const before = new Map<string, ReadonlySet<string>>();
  const made = new Map<string, string>();

  const requestsOf = async (entityId: string): Promise<OffboardingRequest[]> => {
    const found: OffboardingRequest[] = [];
    let continuationToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const asked = { query: { continuationToken } };
      const { data, meta } = await client.read('listOffboardingRequests', asked);
      found.push(...data.filter((request) => request.data?.id === entityId));
      const next = meta?.continuationToken ?? undefined;
      if (next === undefined || next === continuationToken) break;
      continuationToken = next;
    }
    return found;
  };

  const cancel = async (offboardingRequestId: string): Promise<void> => {
    const params = { offboardingRequestId };
    const { status } = await client.read('getOffboardingRequest', { params });
    if (status !== 'Pending') return;
    const canceled = await client.read('cancelOffboardingRequest', { params });
    mustEqual(canceled.status, 'Canceled', 'status');
  };

  return {
    before: async (ask) => {
      const entityId = entityOf(ask);
      if (!isKnownId(entityId) || before.has(entityId)) return;
      const known = await readOrNull(() => requestsOf(entityId));
      if (known === null) {
        throw new NotTried('the existing Offboarding Requests cannot be read');
      }
      if (known.some(({ status }) => status === 'Pending')) {
        throw new NotTried(`an Offboarding Request for Entity ${entityId} is Pending already`);
      }
      before.set(entityId, new Set(known.map(({ id }) => id)));
    },
    answered: (ask, answer) => {
      const request = OffboardingRequest.safeParse(answer.json).data;
      const entityId = entityOf(ask);
      if (request === undefined || (request.data?.id ?? entityId) !== entityId) return;
      if (before.get(entityId)?.has(request.id) !== true) made.set(request.id, entityId);
    },
    putBack: async () => {
      const givenUp = targets.offboardForGood ? targets.offboardEntityId : null;
      for (const [entityId, known] of before) {
        if (entityId === givenUp) continue;
        await attempts.attempt(`Offboarding Requests for Entity ${entityId}`, async () => {
          for (const { id } of await requestsOf(entityId)) {
            if (!known.has(id)) made.set(id, entityId);
          }
        });
      }
      for (const [id, entityId] of made) {
        if (entityId === givenUp) continue;
        await attempts.attempt(`Offboarding Request ${id}`, () => cancel(id));
      }
      before.clear();
      made.clear();
    },
  };
}
