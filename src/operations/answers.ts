import { Collective } from '../contract/collective.ts';
import { Command } from '../contract/command.ts';
import type { DirectoryKind } from '../contract/console/directory-changes.ts';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../contract/endpoints.ts';
import type { OffboardingRequest } from '../contract/offboarding-request.ts';
import { z } from '../contract/zod.ts';
import type { Answered, ChangeAnswered } from '../bff/proxy/proxy-routes.ts';
import type { CallInput, UpstreamClient } from '../bff/upstream/client.ts';
import type { RawAnswer } from '../bff/upstream/exchange.ts';
import { readUsable } from '../domain/left-out-items.ts';
import { UpstreamFault } from '../http/fault.ts';
import { failureMessage } from './jobs/outage-and-rate-limit.ts';
import type { FleetWriter } from './fleet/reads/writer.ts';
import type { Clock } from '../lib/clock.ts';
import { keysOf } from '../lib/objects.ts';
import { KEPT } from './told-by.ts';
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
  writer: Pick<FleetWriter, 'put' | 'doubt' | 'refuse'>;
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

/** The name of each endpoint. */
const NAMES = new Map<EndpointShape, EndpointName>(
  keysOf(ENDPOINTS).map((name) => [ENDPOINTS[name], name]),
);

const NOT_REACHABLE: ReadonlySet<number> = new Set([403, 404]);

/** Whether a refusal of this request concerns only the id in its path. */
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

/** Stores the answer to a change of an Entity's settings, whether an operator or a job requested it. */
async function learnChange(
  { writer, onError }: AnswerSubscribers,
  name: EndpointName | undefined,
  input: CallInput,
  answer: RawAnswer,
): Promise<void> {
  if (name !== 'changeFeature' && name !== 'setBatteryCapacity') return;
  try {
    await keep(writer, name, input, readAnswer(ENDPOINTS[name].answer, answer), null);
  } catch (error) {
    // The caller reports unusable answers; nothing is learnt from them.
    if (!(error instanceof UpstreamFault)) onError(error);
  }
}

/** Stores what a parsed answer says. @param askedAt in milliseconds since the epoch; null: of a change */
async function keep(
  writer: Pick<FleetWriter, 'put'>,
  name: EndpointName,
  input: CallInput,
  value: unknown,
  askedAt: number | null,
): Promise<void> {
  const said = KEPT[name]?.says?.(input, value) ?? null;
  const owner = thingOf(input.params)?.id ?? '';
  if (said !== null) await writer.put({ owner, ...said, askedAt });
}

/** A refused list contradicts the last successful one; a change without an answer may have happened. */
function learnFailure(
  { writer, onError }: AnswerSubscribers,
  name: EndpointName | undefined,
  owner: string,
  error: unknown,
): void {
  const resource = name === undefined ? undefined : KEPT[name]?.resource;
  if (name === undefined || resource === undefined) return;
  const { effect, status } =
    error instanceof UpstreamFault ? error : { effect: 'unknown', status: null };
  if (ENDPOINTS[name].method !== 'GET') {
    if (effect === 'unknown') writer.doubt(owner, resource).catch(onError);
  } else if (
    error instanceof UpstreamFault &&
    name.startsWith('list') &&
    NOT_REACHABLE.has(status ?? 0)
  ) {
    writer.refuse(owner, resource, failureMessage(error)).catch(onError);
  }
}

function watchUpstream(
  upstream: UpstreamClient,
  subscribers: AnswerSubscribers,
  newest: Pick<NewestAnswers, 'forget'>,
): UpstreamClient {
  const { clock } = subscribers;
  const watched = async (send: Call, endpoint: EndpointShape, input: CallInput, isOwn = false) => {
    const thing = thingOf(input.params);
    const name = NAMES.get(endpoint);
    const askedAt = clock.now();
    try {
      const answer = await send(endpoint, input);
      if (thing !== null) subscribers.onReach(thing, null);
      const isRead = endpoint.method === 'GET';
      const requests = offboardingIn(endpoint, answer);
      if (requests.length > 0) subscribers.onOffboarding(requests, isRead ? askedAt : clock.now());
      if (!isRead) await learnChange(subscribers, name, input, answer);
      return answer;
    } catch (error) {
      const status = error instanceof UpstreamFault ? error.status : null;
      if (thing !== null && status !== null && NOT_REACHABLE.has(status)) {
        if (speaksOfId(endpoint, input.params)) subscribers.onReach(thing, status);
      }
      // Background reads store how they end.
      if (!isOwn) learnFailure(subscribers, name, thing?.id ?? '', error);
      newest.forget();
      throw error;
    } finally {
      if (endpoint.method !== 'GET') newest.forget();
    }
  };
  return {
    ...upstream,
    call: (endpoint, input, signal, priority) =>
      watched(
        (to, given) => upstream.call(to, given, signal, priority),
        endpoint,
        input,
        priority === 'background',
      ),
    dispatch: (endpoint, input) =>
      watched((to, given) => upstream.dispatch(to, given), endpoint, input),
  };
}

/** @param subscribers the parts that keep the answers */
export function createAnswerSubscriber(subscribers: AnswerSubscribers): AnswerSubscriber {
  const { writer, clock } = subscribers;
  const learn = async (name: EndpointName, input: CallInput, value: unknown, askedAt: number) => {
    const isChange = ENDPOINTS[name].method !== 'GET' && name !== 'cancelCommand';
    await keep(writer, name, input, value, isChange ? null : askedAt);
    if (name === 'cancelCommand' || name === 'getCommand') {
      await subscribers.onCommand(Command.parse(value));
    }
    if (name !== 'removeMember') return;
    const collective = Collective.parse(value);
    if (collective.id === input.params['collectiveId']) await subscribers.onCollective(collective);
  };
  const newest = createNewestAnswers(clock, async ({ name, input, value, askedAt }) => {
    const schema = ENDPOINTS[name].answer;
    if (schema === null) return;
    try {
      const read = readUsable(schema, value);
      if ('data' in read && read.leftOut === null) await learn(name, input, read.data, askedAt);
    } catch (error) {
      subscribers.onError(error);
    }
  });
  return {
    watch: (upstream) => watchUpstream(upstream, subscribers, newest),
    onRead(answer) {
      if (KEPT[answer.name]?.says !== undefined) newest.add(answer);
    },
    async onChanged({ name, input, value, askedAt, status }) {
      const schema = ENDPOINTS[name].answer;
      const checked: unknown = schema === null ? null : checkAnswer(schema, value, { status });
      try {
        // What `watch` saw is stored already.
        if (name !== 'changeFeature' && name !== 'setBatteryCapacity') {
          await learn(name, input, checked, askedAt);
        }
      } catch (error) {
        subscribers.onError(error);
      }
      return checked;
    },
    settle: () => newest.settle(),
  };
}
