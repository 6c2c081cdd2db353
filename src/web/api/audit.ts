import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { AuditCheck, AuditPage, MadeFile } from '../../contract/console/audit.ts';
import { AUDIT_ROUTES } from '../../contract/console/audit.ts';
import { callConsole } from './client.ts';

/** Rows read at once. */
const PAGE_SIZE = 100;

/** What the audit log can be narrowed to; instants from which and before which. */
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

/** Has the server walk along the whole chain. */
export const checkAuditMutation = mutationOptions({
  mutationFn: (): Promise<AuditCheck> => callConsole(AUDIT_ROUTES.checkAudit),
});

/** Accepts the breaks of a broken chain, with a reason; answers what a check finds then. */
export const reanchorAuditMutation = mutationOptions({
  mutationFn: (reason: string): Promise<AuditCheck> =>
    callConsole(AUDIT_ROUTES.reanchorAudit, { body: { reason } }),
});

/** Records that a file is made of what was read. Where it fails, the file must not be offered. */
async function recordFile(file: MadeFile): Promise<void> {
  await callConsole(AUDIT_ROUTES.recordFile, { body: file });
}

interface PreparedCsv {
  name: string;
  text: string;
  /** What the audit log records of it. */
  record: MadeFile;
}

/**
 * Makes a CSV file of what was read, and hands it out only once the audit log has recorded it.
 * @param download gives the operator a text as a file
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
