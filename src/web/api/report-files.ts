import { mutationOptions } from '@tanstack/react-query';
import { Problem } from '../../contract/console/problem.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import { fillPath } from '../../contract/paths.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ApiError, callWith, send } from './client.ts';

/** A table of a run's sessions, or of the rows of a grouping. */
interface WantedTable {
  format: 'csv' | 'xlsx';
  /** Groups its rows; null: all sessions. */
  by: Grouping | null;
}

/** A file of a run to download. */
export type WantedFile = WantedTable | { format: 'manifest' };

/** A file of a run, with the name given by the server. */
interface ReportFile {
  name: string;
  content: Blob;
}

/**
 * Reads a table of a run. A plain link could not carry the header that every request needs.
 * @param onBytes called with the number of bytes received
 * @throws ApiError
 */
async function readTable(
  id: string,
  { format, by }: WantedTable,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<ReportFile> {
  const { method, path } = REPORT_ROUTES.exportReport;
  const url = fillPath(path, { id, format }) + (by === null ? '' : `?by=${by}`);
  let response: Response;
  try {
    response = await send(method, url, { signal });
  } catch (thrown) {
    throw new ApiError('network', messageOf(thrown));
  }
  if (!response.ok || response.body === null) throw await refusalOf(response);
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onBytes(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
  try {
    // The browser keeps large content on disk, not in the memory of this page.
    const content = await new Response(counted, { headers: { 'Content-Type': type } }).blob();
    return { name: nameOf(response) ?? `report-${id.slice(0, 8)}.${format}`, content };
  } catch (thrown) {
    // A truncated download must not become a file: it would look like one with fewer sessions.
    throw new ApiError('network', messageOf(thrown));
  }
}

/** Reads what a run was sealed with, in the form whose SHA-256 is the hash of the seal. */
async function readManifest(id: string): Promise<ReportFile> {
  const manifest = await callWith(REPORT_ROUTES.reportManifest, { params: { id } });
  const content = new Blob([canonicalJson(manifest)], { type: 'application/json' });
  return { name: `report-${id.slice(0, 8)}-manifest.json`, content };
}

/**
 * Reads a file of a run and offers it for download.
 * @param onBytes called with the number of bytes received, first with 0
 */
export function reportFileMutation(
  id: string,
  onBytes: (bytes: number) => void,
  save: (name: string, content: Blob) => void,
) {
  return mutationOptions({
    mutationFn: async (wanted: WantedFile): Promise<string> => {
      onBytes(0);
      const file =
        wanted.format === 'manifest'
          ? await readManifest(id)
          : await readTable(id, wanted, onBytes);
      save(file.name, file.content);
      return file.name;
    },
  });
}

async function refusalOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const problem = Problem.safeParse(body);
  return problem.success
    ? new ApiError('problem', problem.data.code, status, problem.data)
    : new ApiError('unreadable', `Status ${status} without an explanation`, status);
}

/** The name in the Content-Disposition header, if there is one. */
function nameOf(response: Response): string | null {
  const header = response.headers.get('Content-Disposition') ?? '';
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Malformed: fall back to the plain name.
    }
  }
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null;
}
