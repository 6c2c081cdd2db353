import {
  ENDPOINTS,
  type AnswerOf,
  type BodyOf,
  type EndpointName,
  type ParamsOf,
} from '../../contract/endpoints.ts';
import type { QueryValues } from '../../contract/query-string.ts';
import { trusted } from '../../lib/trusted.ts';
import { callWith } from './client.ts';

/** Goes: `call(ENDPOINTS.name, …)`. */
export async function callService<N extends EndpointName>(
  name: N,
  options: {
    params: ParamsOf<N>;
    query?: QueryValues;
    body?: BodyOf<N>;
    signal?: AbortSignal | undefined;
    headers?: Readonly<Record<string, string>>;
  },
): Promise<AnswerOf<N>> {
  return trusted<AnswerOf<N>>(
    await callWith(ENDPOINTS[name], trusted<{ body?: unknown }>(options)),
  );
}
