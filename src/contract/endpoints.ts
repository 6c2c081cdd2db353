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
import { CooldownQuery, PagingQuery, TimeFrameQuery } from './queries.ts';
import { get, patch, post, put, remove, type RouteShape } from './route.ts';

/** One endpoint of the interface; its path is below the base address. */
export interface EndpointShape extends RouteShape {
  /** Statuses that mean success; the embedded service answers with the first. */
  readonly success: readonly [number, ...number[]];
}

/**
 * The one table of the interface: the 20 resource endpoints. Client, embedded service and bff routes
 * are built from it. Spec, "Endpoints"; 201 and the tolerated 204: public facts, "Status codes".
 */
export const ENDPOINTS = {
  listLocations: get('/v1/entities/{entityId}/locations', {
    shows: ['locations'],
    query: PagingQuery,
    answer: pageOf(Location),
    success: [200],
  }),
  getLocation: get('/v1/entities/{entityId}/locations/{locationId}', {
    answer: Location,
    success: [200],
  }),
  deleteLocation: remove('/v1/entities/{entityId}/locations/{locationId}', {
    touches: ['locations', 'places'],
    success: [204, 200],
  }),
  sendCommand: post('/v1/collectives/{collectiveId}/commands', {
    touches: ['batches', 'commands'],
    query: CooldownQuery,
    body: CommandRequest,
    answer: CommandBatch,
    success: [201, 200, 202],
  }),
  scheduleCommands: post('/v1/collectives/{collectiveId}/commands/schedule', {
    touches: ['batches', 'commands'],
    query: CooldownQuery,
    body: ScheduleRequest,
    answer: CommandBatch,
    success: [201, 200, 202],
  }),
  listCommands: get('/v1/entities/{entityId}/commands', {
    shows: ['commands'],
    query: TimeFrameQuery,
    answer: pageOf(Command),
    success: [200],
  }),
  getCommand: get('/v1/entities/{entityId}/commands/{commandId}', {
    shows: ['commands'],
    answer: Command,
    success: [200],
  }),
  cancelCommand: patch('/v1/entities/{entityId}/commands/{commandId}', {
    touches: ['commands', 'batch', 'batches'],
    answer: Command,
    success: [200],
  }),
  listChargeSessions: get('/v1/entities/{entityId}/charge-sessions', {
    shows: ['sessions'],
    query: TimeFrameQuery,
    answer: pageOf(ChargeSession),
    success: [200],
  }),
  createOffboardingRequest: post('/v1/offboarding/entities', {
    touches: ['offboarding'],
    body: OffboardingCreation,
    answer: OffboardingRequest,
    success: [201, 200],
  }),
  listOffboardingRequests: get('/v1/offboarding/entities', {
    shows: ['offboarding'],
    query: PagingQuery,
    answer: pageOf(OffboardingRequest),
    success: [200],
  }),
  getOffboardingRequest: get('/v1/offboarding/entities/{offboardingRequestId}', {
    shows: ['offboarding'],
    answer: OffboardingRequest,
    success: [200],
  }),
  cancelOffboardingRequest: patch('/v1/offboarding/entities/{offboardingRequestId}/cancel', {
    touches: ['offboarding'],
    answer: OffboardingRequest,
    success: [200],
  }),
  listFeatures: get('/v1/entities/{entityId}/features', {
    shows: ['features'],
    answer: z.array(Feature),
    success: [200],
  }),
  changeFeature: patch('/v1/entities/{entityId}/features', {
    touches: ['features'],
    body: FeatureChange,
    answer: z.array(Feature),
    success: [200],
  }),
  getBatteryCapacity: get('/v1/entities/{entityId}/battery-capacity', {
    shows: ['capacity'],
    answer: BatteryCapacity,
    success: [200],
  }),
  setBatteryCapacity: put('/v1/entities/{entityId}/battery-capacity', {
    touches: ['capacity'],
    body: BatteryCapacityChange,
    answer: BatteryCapacity,
    success: [200],
  }),
  listMembers: get('/v1/collectives/{collectiveId}/members', {
    shows: ['members'],
    query: PagingQuery,
    answer: pageOf(Member),
    success: [200],
  }),
  removeMember: remove('/v1/collectives/{collectiveId}/members/{memberId}', {
    touches: ['members', 'directory'],
    answer: Collective,
    success: [200],
  }),
  listEntityTypes: get('/v1/onboarding/types/entities', {
    shows: ['types'],
    query: PagingQuery,
    answer: pageOf(EntityType),
    success: [200],
  }),
} satisfies Record<string, EndpointShape>;

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
