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

/** Who calls: the application behind the token. Spec, "Authentication" 2. */
export interface Caller {
  clientId: string;
  organisationId: string;
}

/** What handlers work with. */
export interface Parts {
  store: Store;
  pager: Pager;
  /** The time as the service tells it. */
  told: ReportedClock;
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
  /** What a test wants to be done or told that is not so. */
  lies: Lies;
  /** The path below the base address, filled in; it identifies a list. */
  path: string;
  parts: Parts;
}

/** Answers an endpoint; throws ServiceFailure. */
export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<AnswerOf<N>>;
