import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from '../../contract/zod.ts';
import { Collective } from '../../contract/collective.ts';
import { Command } from '../../contract/command.ts';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../../contract/endpoints.ts';
import { DEFAULT_DIALECT } from '../../contract/queries.ts';
import { PROXY_PREFIX } from '../../contract/console/routes.ts';
import { keysOf } from '../../lib/objects.ts';
import { parseBody, parseParams, parseQuery, refuseBody } from '../http/input.ts';
import { operatorOf, type Route } from '../http/routes.ts';
import { readAnswer, type CallInput, type UpstreamClient } from '../upstream/client.ts';
import { PROXY_PERMISSIONS } from './permissions.ts';
import type { PlaceLearning } from '../places/place-store.ts';
import { createShares, type Shares } from './shares.ts';

/** What the proxy works with. */
export interface ProxyParts {
  upstream: Pick<UpstreamClient, 'call'>;
  /** Told of each Command that the Service answered to a single read or a cancellation. */
  onCommand(command: Command): Promise<void>;
  /** Told of a page of an Entity's Commands. */
  onCommands(entityId: string, commands: readonly Command[]): Promise<void>;
  /** Told of the Collective that the Service answered to the removal of one of its members. */
  onCollective(collective: Collective): Promise<void>;
  /** Told of what the Service answered of an Entity's Locations. */
  places: PlaceLearning;
}

/** These two go through the ledger instead. */
const DISPATCHES: ReadonlySet<EndpointName> = new Set(['sendCommand', 'scheduleCommands']);

const Params = z.record(z.string(), z.string());
/** What any of the endpoints' query schemas can give, by this project's names. */
const Query = z.partialRecord(
  z.enum(keysOf(DEFAULT_DIALECT)),
  z.union([z.string(), z.number(), z.boolean()]),
);

/** Ends the call when the browser goes away before it has its answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** An answer as it may pass: the link to the next page holds the Service's address. Spec, "Limits" 1. */
function withoutLink(value: unknown): unknown {
  const isPage = typeof value === 'object' && value !== null && 'links' in value;
  return isPage ? { ...value, links: { next: null } } : value;
}

function proxyRoute(name: EndpointName, parts: ProxyParts, shares: Shares): Route {
  const endpoint: EndpointShape = ENDPOINTS[name];
  const isRead = endpoint.method === 'GET';

  const input = (request: FastifyRequest) => {
    const params = Params.parse(parseParams(endpoint.params, request));
    const query = Query.parse(parseQuery(endpoint.query, request));
    if (endpoint.body !== null) return { params, query, body: parseBody(endpoint.body, request) };
    refuseBody(request);
    return { params, query };
  };

  const read = async (operatorId: string, given: CallInput, signal: AbortSignal) => {
    const leave = shares.enter(operatorId);
    try {
      return await parts.upstream.call(endpoint, given, signal);
    } finally {
      leave();
    }
  };

  const learnPlaces = async ({ params, query }: CallInput, value: unknown) => {
    const { entityId = '', locationId = '' } = params;
    if (name === 'listLocations') {
      const { data, meta } = ENDPOINTS.listLocations.answer.parse(value);
      const whole =
        query.continuationToken === undefined && (meta?.continuationToken ?? null) === null;
      await parts.places.onListed(entityId, data, whole);
    }
    if (name === 'getLocation') {
      await parts.places.onListed(entityId, [ENDPOINTS.getLocation.answer.parse(value)], false);
    }
    if (name === 'deleteLocation') await parts.places.onDeleted(entityId, locationId);
  };

  const learn = async (given: CallInput, value: unknown) => {
    const { params } = given;
    await learnPlaces(given, value);
    if (name === 'cancelCommand' || name === 'getCommand') {
      await parts.onCommand(Command.parse(value));
    }
    if (name === 'listCommands') {
      const { data } = ENDPOINTS.listCommands.answer.parse(value);
      await parts.onCommands(params['entityId'] ?? '', data);
    }
    if (name === 'removeMember') {
      const collective = Collective.parse(value);
      if (collective.id === params['collectiveId']) await parts.onCollective(collective);
    }
  };

  return {
    method: endpoint.method,
    path: PROXY_PREFIX + endpoint.path,
    permission: PROXY_PERMISSIONS[name],
    async handle(request, reply) {
      const given = input(request);
      const answer = isRead
        ? await read(operatorOf(request).operator.id, given, goneSignal(reply))
        : await parts.upstream.call(endpoint, given);
      const value = endpoint.answer === null ? null : readAnswer(endpoint.answer, answer);
      try {
        await learn(given, value);
      } catch (error) {
        // The Service has acted: the operator gets its answer, whatever our store does.
        request.log.warn({ err: error }, 'what an answer told could not be stored');
      }
      if (endpoint.answer === null) return reply.code(204).send();
      return reply.code(answer.status).send(withoutLink(value));
    },
  };
}

/** The interface's own endpoints, except the two that dispatch. */
export function proxyRoutes(parts: ProxyParts): Route[] {
  const shares = createShares();
  return keysOf(ENDPOINTS)
    .filter((name) => !DISPATCHES.has(name))
    .map((name) => proxyRoute(name, parts, shares));
}
