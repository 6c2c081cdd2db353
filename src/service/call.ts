import type { z } from '../contract/zod.ts';
import type {
  AnswerOf,
  EndpointName,
  EndpointOf,
  ParamsOf,
  QueryOf,
} from '../contract/endpoints.ts';
import type { Lies } from './faults/lies.ts';
import type { Pager } from './paging.ts';
import type { Store } from './store/store.ts';
import type { ReportedClock } from './reported-clock.ts';

/** The caller: the application behind the token. Spec, "Authentication" 2. */
export interface Caller {
  clientId: string;
  organisationId: string;
}

/** Dependencies of handlers. */
export interface Parts {
  store: Store;
  pager: Pager;
  /** The time as the service reports it. */
  reported: ReportedClock;
  seed: number;
}

type ParsedBody<N extends EndpointName> = EndpointOf<N>['body'] extends z.ZodType
  ? z.output<EndpointOf<N>['body']>
  : null;

/** One request to an endpoint, authenticated and parsed with the endpoint's own schemas. */
export interface Call<N extends EndpointName> {
  params: ParamsOf<N>;
  query: QueryOf<N>;
  body: ParsedBody<N>;
  caller: Caller;
  /** Simulated now, in milliseconds since the epoch. */
  nowMs: number;
  /** Faults that a test has requested for this call. */
  lies: Lies;
  /** The path below the base address, with parameters; it identifies a list. */
  path: string;
  parts: Parts;
}

/** Handles an endpoint; throws ServiceFailure. */
export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<AnswerOf<N>>;
