import { z } from './zod.ts';
import { BatteryCapacity, BatteryCapacityChange } from './battery-capacity.ts';
import { ChargeSession } from './charge-session.ts';
import { Collective, Member } from './collective.ts';
import { Command, CommandBatch, CommandRequest, ScheduleRequest } from './command.ts';
import { EntityType } from './entity-type.ts';
import { Feature, FeatureChange } from './feature.ts';
import { Location } from './location.ts';
import { OffboardingCreation, OffboardingRequest } from './offboarding-request.ts';
import { pageOf } from './paging.ts';
import { Uuid } from './primitives.ts';
import type { Topic } from './topics.ts';
import { CooldownQuery, NoQuery, PagingQuery, TimeFrameQuery } from './queries.ts';

/** HTTP methods that the interface uses. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A route: its address, input and answer. */
export interface RouteShape {
  readonly method: Method;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Schema of the request body, or null if there is none. */
  readonly body: z.ZodType | null;
  /** Schema of a successful answer, or null if its body is not documented. */
  readonly answer: z.ZodType | null;
  /** Of a read: the topics it shows. */
  readonly shows?: readonly Topic[];
  /** Of a change: the topics it makes stale, whether it succeeds or not. */
  readonly touches?: readonly Topic[];
}

/** One endpoint of the interface; its path is below the base address. */
export interface EndpointShape extends RouteShape {
  /** Statuses that mean success; the embedded service answers with the first. */
  readonly success: readonly [number, ...number[]];
}

const entity = z.strictObject({ entityId: Uuid });
const collective = z.strictObject({ collectiveId: Uuid });
const none = z.strictObject({});

/**
 * The one table of the interface: the 20 resource endpoints. Client, embedded service and bff routes
 * are built from it. Spec, "Endpoints"; 201 and the tolerated 204: public facts, "Status codes".
 */
export const ENDPOINTS = {
  listLocations: {
    method: 'GET',
    path: '/v1/entities/{entityId}/locations',
    shows: ['locations'],
    params: entity,
    query: PagingQuery,
    body: null,
    answer: pageOf(Location),
    success: [200],
  },
  getLocation: {
    method: 'GET',
    path: '/v1/entities/{entityId}/locations/{locationId}',
    params: entity.extend({ locationId: Uuid }),
    query: NoQuery,
    body: null,
    answer: Location,
    success: [200],
  },
  deleteLocation: {
    method: 'DELETE',
    path: '/v1/entities/{entityId}/locations/{locationId}',
    touches: ['locations', 'places'],
    params: entity.extend({ locationId: Uuid }),
    query: NoQuery,
    body: null,
    answer: null,
    success: [204, 200],
  },
  sendCommand: {
    method: 'POST',
    path: '/v1/collectives/{collectiveId}/commands',
    touches: ['batches', 'commands'],
    params: collective,
    query: CooldownQuery,
    body: CommandRequest,
    answer: CommandBatch,
    success: [201, 200, 202],
  },
  scheduleCommands: {
    method: 'POST',
    path: '/v1/collectives/{collectiveId}/commands/schedule',
    touches: ['batches', 'commands'],
    params: collective,
    query: CooldownQuery,
    body: ScheduleRequest,
    answer: CommandBatch,
    success: [201, 200, 202],
  },
  listCommands: {
    method: 'GET',
    path: '/v1/entities/{entityId}/commands',
    shows: ['commands'],
    params: entity,
    query: TimeFrameQuery,
    body: null,
    answer: pageOf(Command),
    success: [200],
  },
  getCommand: {
    method: 'GET',
    path: '/v1/entities/{entityId}/commands/{commandId}',
    shows: ['commands'],
    params: entity.extend({ commandId: Uuid }),
    query: NoQuery,
    body: null,
    answer: Command,
    success: [200],
  },
  cancelCommand: {
    method: 'PATCH',
    path: '/v1/entities/{entityId}/commands/{commandId}',
    touches: ['commands', 'batch', 'batches'],
    params: entity.extend({ commandId: Uuid }),
    query: NoQuery,
    body: null,
    answer: Command,
    success: [200],
  },
  listChargeSessions: {
    method: 'GET',
    path: '/v1/entities/{entityId}/charge-sessions',
    shows: ['sessions'],
    params: entity,
    query: TimeFrameQuery,
    body: null,
    answer: pageOf(ChargeSession),
    success: [200],
  },
  createOffboardingRequest: {
    method: 'POST',
    path: '/v1/offboarding/entities',
    touches: ['offboarding'],
    params: none,
    query: NoQuery,
    body: OffboardingCreation,
    answer: OffboardingRequest,
    success: [201, 200],
  },
  listOffboardingRequests: {
    method: 'GET',
    path: '/v1/offboarding/entities',
    shows: ['offboarding'],
    params: none,
    query: PagingQuery,
    body: null,
    answer: pageOf(OffboardingRequest),
    success: [200],
  },
  getOffboardingRequest: {
    method: 'GET',
    path: '/v1/offboarding/entities/{offboardingRequestId}',
    shows: ['offboarding'],
    params: z.strictObject({ offboardingRequestId: Uuid }),
    query: NoQuery,
    body: null,
    answer: OffboardingRequest,
    success: [200],
  },
  cancelOffboardingRequest: {
    method: 'PATCH',
    path: '/v1/offboarding/entities/{offboardingRequestId}/cancel',
    touches: ['offboarding'],
    params: z.strictObject({ offboardingRequestId: Uuid }),
    query: NoQuery,
    body: null,
    answer: OffboardingRequest,
    success: [200],
  },
  listFeatures: {
    method: 'GET',
    path: '/v1/entities/{entityId}/features',
    shows: ['features'],
    params: entity,
    query: NoQuery,
    body: null,
    answer: z.array(Feature),
    success: [200],
  },
  changeFeature: {
    method: 'PATCH',
    path: '/v1/entities/{entityId}/features',
    touches: ['features'],
    params: entity,
    query: NoQuery,
    body: FeatureChange,
    answer: z.array(Feature),
    success: [200],
  },
  getBatteryCapacity: {
    method: 'GET',
    path: '/v1/entities/{entityId}/battery-capacity',
    shows: ['capacity'],
    params: entity,
    query: NoQuery,
    body: null,
    answer: BatteryCapacity,
    success: [200],
  },
  setBatteryCapacity: {
    method: 'PUT',
    path: '/v1/entities/{entityId}/battery-capacity',
    touches: ['capacity'],
    params: entity,
    query: NoQuery,
    body: BatteryCapacityChange,
    answer: BatteryCapacity,
    success: [200],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/collectives/{collectiveId}/members',
    shows: ['members'],
    params: collective,
    query: PagingQuery,
    body: null,
    answer: pageOf(Member),
    success: [200],
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/collectives/{collectiveId}/members/{memberId}',
    touches: ['members', 'directory'],
    params: collective.extend({ memberId: Uuid }),
    query: NoQuery,
    body: null,
    answer: Collective,
    success: [200],
  },
  listEntityTypes: {
    method: 'GET',
    path: '/v1/onboarding/types/entities',
    shows: ['types'],
    params: none,
    query: PagingQuery,
    body: null,
    answer: pageOf(EntityType),
    success: [200],
  },
} as const satisfies Record<string, EndpointShape>;

export type EndpointName = keyof typeof ENDPOINTS;
export type EndpointOf<N extends EndpointName> = (typeof ENDPOINTS)[N];
export type ParamsOf<N extends EndpointName> = z.infer<EndpointOf<N>['params']>;
export type QueryOf<N extends EndpointName> = z.infer<EndpointOf<N>['query']>;
export type BodyOf<N extends EndpointName> = EndpointOf<N>['body'] extends z.ZodType
  ? z.input<EndpointOf<N>['body']>
  : undefined;
export type AnswerOf<N extends EndpointName> = EndpointOf<N>['answer'] extends z.ZodType
  ? z.infer<EndpointOf<N>['answer']>
  : null;

/**
 * The token endpoint. Its address is `{auth_url}` itself; only the embedded service uses this path.
 * Spec, "Authentication".
 */
export const TOKEN_ENDPOINT = { method: 'POST', path: '/oauth2/token' } as const;
