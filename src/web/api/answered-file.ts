import type { RouteShape } from '../../contract/route.ts';
import { messageOf } from '../../lib/message-of.ts';
import { addressOf, ApiError, plain, refusalOf, send, type InputOf } from './client.ts';

/** A file that the server wrote, with its name. */
export interface AnsweredFile {
  name: string;
  content: Blob;
}

/**
 * Reads a file of a route. A plain link could not carry the header that every request needs.
 * @throws ApiError
 */
export async function readAnsweredFile<R extends RouteShape>(
  route: R,
  input: InputOf<R>,
): Promise<AnsweredFile> {
  try {
    const response = await send(route.method, addressOf(route, plain(input)), {});
    if (!response.ok) throw refusalOf(response.status, await response.text());
    // A truncated download throws here: it must not become a file with fewer rows.
    return { name: nameOf(response), content: await response.blob() };
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    throw new ApiError('network', messageOf(thrown));
  }
}

/** The name in the Content-Disposition header. */
function nameOf(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Malformed: fall back to the plain name.
    }
  }
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? 'report';
}
