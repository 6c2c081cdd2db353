import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { AuditCheck, AuditPage, MadeFile } from '../../contract/console/audit.ts';
import { AUDIT_ROUTES } from '../../contract/console/audit.ts';
import { callConsole } from './client.ts';

/** Rows read at once. */
const PAGE_SIZE = 100;

/** Filters of the audit log; `from` is inclusive, `to` exclusive. */
export interface AuditFilter {
  action?: string;
  operatorName?: string;
  from?: string;
  to?: string;
}

function firstPage(): number | null {
  return null;
}

/** Rows of the audit log, newest first, page after page. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      callConsole(AUDIT_ROUTES.audit, {
        query: { ...filter, before: pageParam ?? undefined, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.before,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Makes the server check the whole chain. */
export const checkAuditMutation = mutationOptions({
  mutationFn: (): Promise<AuditCheck> => callConsole(AUDIT_ROUTES.checkAudit),
});

/** Accepts the breaks of a broken chain, with a reason; answers the result of a new check. */
export const reanchorAuditMutation = mutationOptions({
  mutationFn: (reason: string): Promise<AuditCheck> =>
    callConsole(AUDIT_ROUTES.reanchorAudit, { body: { reason } }),
});

/** Records in the audit log that a file is made. If this fails, the file must not be offered. */
async function recordFile(file: MadeFile): Promise<void> {
  await callConsole(AUDIT_ROUTES.recordFile, { body: file });
}

interface PreparedCsv {
  name: string;
  text: string;
  /** The audit entry for it. */
  record: MadeFile;
}

/**
 * Makes a CSV file of rows that were read, and offers it only once the audit log has recorded it.
 * @param download saves a text as a file
 */
export function csvMutation<Wanted = void>(
  prepare: (wanted: Wanted) => Promise<PreparedCsv>,
  download: (name: string, text: string, type: string) => void,
) {
  return mutationOptions({
    mutationFn: async (wanted: Wanted): Promise<string> => {
      const { name, text, record } = await prepare(wanted);
      await recordFile(record);
      download(name, text, 'text/csv');
      return name;
    },
  });
}
