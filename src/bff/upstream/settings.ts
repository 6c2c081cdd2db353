import type { Dialect } from '../../contract/queries.ts';

/** How the Device Connectivity Service is reached. */
export interface UpstreamSettings {
  /** Address that `/v1/…` is appended to. */
  baseUrl: string;
  /** Address of the token endpoint. */
  authUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Names of the query parameters at this deployment. */
  dialect: Dialect;
  /** Longest wait for an answer to begin, and for each further part, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of requests in flight to the Service. */
  maxInFlight: number;
}
