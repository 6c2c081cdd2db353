import { Collective } from '../contract/collective.ts';
import { Command } from '../contract/command.ts';
import type { ReadResource } from '../contract/console/choices.ts';
import type { DirectoryKind } from '../contract/console/directory-changes.ts';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../contract/endpoints.ts';
import type { OffboardingRequest } from '../contract/offboarding-request.ts';
import type { Page } from '../contract/paging.ts';
import { z } from '../contract/zod.ts';
import type { Answered, ChangeAnswered } from '../bff/proxy/proxy-routes.ts';
import type { CallInput, UpstreamClient } from '../bff/upstream/client.ts';
import type { RawAnswer } from '../bff/upstream/exchange.ts';
import { readUsable } from '../domain/left-out-items.ts';
import { UpstreamFault } from '../http/fault.ts';
import { failureMessage } from './jobs/outage-and-rate-limit.ts';
import type { FleetLearning } from './fleet/fleet-learning.ts';
import type { Clock } from '../lib/clock.ts';
import { trusted } from '../lib/trusted.ts';
import { checkAnswer, readAnswer } from './read-answer.ts';
import { createNewestAnswers, type NewestAnswers } from './newest-answers.ts';

/** The parts that keep what the Service answers. */
export interface AnswerSubscribers {
  /** The Service answered a request about this id (null), or refused it: 403 or 404. Handles its own errors. */
  onReach(thing: { kind: DirectoryKind; id: string }, status: number | null): void;
  /** Offboarding Requests in any answer; those of a change count from its answer. Handles its own errors. */
  onOffboarding(requests: readonly OffboardingRequest[], askedAt: number): void;
  /** A Command that an operator read or canceled alone. */
  onCommand(command: Command): Promise<void>;
  /** The Collective after an operator removed a Member. */
  onCollective(collective: Collective): Promise<void>;
  fleet: FleetLearning;
  clock: Pick<Clock, 'now' | 'after'>;
  /** What the Service answered could not be stored; a change that it made is not undone. */
  onError: (error: unknown) => void;
}

/** Hands each answer of the Service to the part of the console that keeps it. */
export interface AnswerSubscriber {
  /** Wraps the client: every answer, to operators and jobs alike, updates what is known about ids. */
  watch(upstream: UpstreamClient): UpstreamClient;
  /**
   * Takes an unchecked answer to a read of an operator, to store it later; nothing is learnt from one with items that
   * cannot be used: they are not known to be gone.
   */
  onRead(answer: Answered): void;
  /**
   * Takes the unchecked answer to an operator's change.
   * @returns what its schema knows of it, once it is stored or that failed: the Service has acted
   * @throws UpstreamFault `unusable` if it does not fit
   */
  onChanged(answer: ChangeAnswered): Promise<unknown>;
  /** Resolves when everything that was read is stored. */
  settle(): Promise<void>;
}

type Call = (endpoint: EndpointShape, input: CallInput) => Promise<RawAnswer>;
/** @param askedAt when it was requested, in milliseconds since the epoch */
type Learn = (input: CallInput, value: unknown, askedAt: number) => Promise<void>;

/** Whether a page is the whole list. */
const isWhole = (query: CallInput['query'], { links, meta }: Page<unknown>) =>
  query['continuationToken'] === undefined &&
  (meta?.continuationToken ?? null) === null &&
  (links?.next ?? null) === null;

const NOT_REACHABLE: ReadonlySet<number> = new Set([403, 404]);

/** Whether a refusal of this request concerns only the id in its path. */
function speaksOfId(endpoint: EndpointShape, params: CallInput['params']): boolean {
  if (Object.keys(params).length !== 1) return false;
  // Without a configured capacity, a deployment may answer 404 here.
  if (endpoint.path === ENDPOINTS.getBatteryCapacity.path) return false;
  return endpoint.method === 'GET' || endpoint.method === 'POST';
}

/** The resource of the fleet store for each list or document. */
const KEPT_AS: ReadonlyMap<string, ReadResource> = new Map([
  [ENDPOINTS.listLocations.path, 'locations'],
  [ENDPOINTS.listCommands.path, 'commands'],
  [ENDPOINTS.listFeatures.path, 'features'],
  [ENDPOINTS.listChargeSessions.path, 'sessions'],
  [ENDPOINTS.listMembers.path, 'members'],
  [ENDPOINTS.listOffboardingRequests.path, 'offboarding'],
  [ENDPOINTS.listEntityTypes.path, 'types'],
]);

/** The resource that a change affects, by the path of its endpoint. */
const CHANGES: ReadonlyMap<string, ReadResource> = new Map([
  [ENDPOINTS.changeFeature.path, 'features'],
  [ENDPOINTS.setBatteryCapacity.path, 'capacity'],
  [ENDPOINTS.deleteLocation.path, 'locations'],
  [ENDPOINTS.removeMember.path, 'members'],
  [ENDPOINTS.cancelCommand.path, 'commands'],
  [ENDPOINTS.createOffboardingRequest.path, 'offboarding'],
  [ENDPOINTS.cancelOffboardingRequest.path, 'offboarding'],
]);

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

/** Stores the answer to a change of an Entity, whether an operator or a job requested it. */
async function learnChange(
  { fleet, onError }: AnswerSubscribers,
  endpoint: EndpointShape,
  { params: { entityId = '' } }: CallInput,
  answer: RawAnswer,
): Promise<void> {
  const { changeFeature, setBatteryCapacity } = ENDPOINTS;
  try {
    if (endpoint.path === changeFeature.path && endpoint.method === changeFeature.method) {
      await fleet.onFeatures(entityId, readAnswer(changeFeature.answer, answer), null);
    }
    if (
      endpoint.path === setBatteryCapacity.path &&
      endpoint.method === setBatteryCapacity.method
    ) {
      await fleet.onCapacity(entityId, readAnswer(setBatteryCapacity.answer, answer), null);
    }
  } catch (error) {
    // The caller reports unusable answers; nothing is learnt from them.
    if (!(error instanceof UpstreamFault)) onError(error);
  }
}

/** A refused read contradicts the last successful one; a change without an answer may have happened. */
function learnFailure(
  { fleet, onError }: AnswerSubscribers,
  endpoint: EndpointShape,
  id: string,
  error: unknown,
): void {
  if (endpoint.method !== 'GET') {
    const changed = CHANGES.get(endpoint.path);
    const isDoubtful = !(error instanceof UpstreamFault) || error.effect === 'unknown';
    if (changed !== undefined && isDoubtful) fleet.onDoubt(id, changed).catch(onError);
    return;
  }
  if (!(error instanceof UpstreamFault) || !NOT_REACHABLE.has(error.status ?? 0)) return;
  const resource = KEPT_AS.get(endpoint.path);
  if (resource !== undefined) {
    fleet.onRefused(id, resource, failureMessage(error)).catch(onError);
  }
}

function watchUpstream(
  upstream: UpstreamClient,
  subscribers: AnswerSubscribers,
  newest: Pick<NewestAnswers, 'forget'>,
): UpstreamClient {
  const { clock } = subscribers;
  const watched = async (send: Call, endpoint: EndpointShape, input: CallInput) => {
    const thing = thingOf(input.params);
    const askedAt = clock.now();
    try {
      const answer = await send(endpoint, input);
      if (thing !== null) subscribers.onReach(thing, null);
      const isRead = endpoint.method === 'GET';
      const requests = offboardingIn(endpoint, answer);
      if (requests.length > 0) subscribers.onOffboarding(requests, isRead ? askedAt : clock.now());
      if (!isRead) await learnChange(subscribers, endpoint, input, answer);
      return answer;
    } catch (error) {
      const status = error instanceof UpstreamFault ? error.status : null;
      if (thing !== null && status !== null && NOT_REACHABLE.has(status)) {
        if (speaksOfId(endpoint, input.params)) subscribers.onReach(thing, status);
      }
      learnFailure(subscribers, endpoint, thing?.id ?? '', error);
      newest.forget();
      throw error;
    } finally {
      if (endpoint.method !== 'GET') newest.forget();
    }
  };
  return {
    ...upstream,
    call: (endpoint, input, signal, priority) =>
      watched((to, given) => upstream.call(to, given, signal, priority), endpoint, input),
    dispatch: (endpoint, input) =>
      watched((to, given) => upstream.dispatch(to, given), endpoint, input),
  };
}

/** An answer that the proxy has parsed with the endpoint's schema. */
function parsed<S extends z.ZodType>(_schema: S, value: unknown): z.output<S> {
  return trusted<z.output<S>>(value);
}

/** @param subscribers the parts that keep the answers */
export function createAnswerSubscriber(subscribers: AnswerSubscribers): AnswerSubscriber {
  const { fleet, clock } = subscribers;
  const onOneCommand: Learn = async ({ params: { entityId = '' } }, value, askedAt) => {
    const command = parsed(Command, value);
    await fleet.onCommands(entityId, [command], askedAt);
    await subscribers.onCommand(command);
  };
  const learn: Readonly<Partial<Record<EndpointName, Learn>>> = {
    async listLocations({ params: { entityId = '' }, query }, value, askedAt) {
      const page = parsed(ENDPOINTS.listLocations.answer, value);
      await fleet.onLocations(entityId, page.data, isWhole(query, page), askedAt);
    },
    async listMembers({ params: { collectiveId = '' }, query }, value, askedAt) {
      const page = parsed(ENDPOINTS.listMembers.answer, value);
      if (isWhole(query, page)) await fleet.onMembers(collectiveId, page.data, askedAt);
    },
    async listEntityTypes({ query }, value, askedAt) {
      const page = parsed(ENDPOINTS.listEntityTypes.answer, value);
      if (isWhole(query, page)) await fleet.onTypes(page.data, askedAt);
    },
    getLocation: ({ params: { entityId = '' } }, value, askedAt) =>
      fleet.onLocations(entityId, [parsed(ENDPOINTS.getLocation.answer, value)], false, askedAt),
    deleteLocation: ({ params: { entityId = '', locationId = '' } }) =>
      fleet.onLocationDeleted(entityId, locationId),
    listFeatures: ({ params: { entityId = '' } }, value, askedAt) =>
      fleet.onFeatures(entityId, parsed(ENDPOINTS.listFeatures.answer, value), askedAt),
    getBatteryCapacity: ({ params: { entityId = '' } }, value, askedAt) =>
      fleet.onCapacity(entityId, parsed(ENDPOINTS.getBatteryCapacity.answer, value), askedAt),
    listChargeSessions: ({ params: { entityId = '' } }, value, askedAt) =>
      fleet.onSessions(entityId, parsed(ENDPOINTS.listChargeSessions.answer, value).data, askedAt),
    cancelCommand: onOneCommand,
    getCommand: onOneCommand,
    async listCommands({ params: { entityId = '' } }, value, askedAt) {
      const { data } = parsed(ENDPOINTS.listCommands.answer, value);
      await fleet.onCommands(entityId, data, askedAt);
    },
    async removeMember({ params }, value) {
      const { collectiveId = '', memberId = '' } = params;
      await fleet.onMemberRemoved(collectiveId, memberId);
      const collective = Collective.parse(value);
      if (collective.id === params['collectiveId']) await subscribers.onCollective(collective);
    },
  };
  const newest = createNewestAnswers(clock, async ({ name, input, value, askedAt }) => {
    const schema = ENDPOINTS[name].answer;
    if (schema === null) return;
    try {
      const read = readUsable(schema, value);
      if ('data' in read && read.leftOut === null) await learn[name]?.(input, read.data, askedAt);
    } catch (error) {
      subscribers.onError(error);
    }
  });
  return {
    watch: (upstream) => watchUpstream(upstream, subscribers, newest),
    onRead(answer) {
      if (learn[answer.name] !== undefined) newest.add(answer);
    },
    async onChanged({ name, input, value, askedAt, status }) {
      const schema = ENDPOINTS[name].answer;
      const checked: unknown = schema === null ? null : checkAnswer(schema, value, { status });
      try {
        await learn[name]?.(input, checked, askedAt);
      } catch (error) {
        subscribers.onError(error);
      }
      return checked;
    },
    settle: () => newest.settle(),
  };
}
