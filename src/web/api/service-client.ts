import {
  ENDPOINTS,
  type AnswerOf,
  type BodyOf,
  type EndpointName,
  type ParamsOf,
} from '../../contract/endpoints.ts';
import { PROXY_PREFIX } from '../../contract/console/headers.ts';
import { fillPath } from '../../contract/paths.ts';
import { queryString, type QueryValues } from '../../contract/query-string.ts';
import { trusted } from '../../lib/trusted.ts';
import { parseAnswer, request, type CallOptions } from './client.ts';
import { noteLeftOut } from './left-out.ts';

/**
 * Calls an endpoint of the Device Connectivity Service through the console's server.
 * @param query with this project's names; the server translates them for the deployment
 * @returns the parsed answer, or null if its body is not shown
 * @throws ApiError, or the signal's reason if it was aborted
 */
export async function callService<N extends EndpointName>(
  name: N,
  options: CallOptions & { params: ParamsOf<N>; query?: QueryValues; body?: BodyOf<N> },
): Promise<AnswerOf<N>> {
  const endpoint = ENDPOINTS[name];
  const path = fillPath(endpoint.path, options.params);
  const url = PROXY_PREFIX + path + queryString(options.query ?? {});
  const answer = await request(endpoint.method, url, options);
  noteLeftOut(path, answer.leftOut, options.query?.['continuationToken'] === undefined);
  // Parsed with the schema that the type is inferred from; null where there is none.
  return trusted<AnswerOf<N>>(parseAnswer(endpoint.answer, answer));
}
