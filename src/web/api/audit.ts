import { mutationOptions } from '@tanstack/react-query';
import { AUDIT_ROUTES, type MadeFile } from '../../contract/console/audit.ts';
import { call } from './client.ts';

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
export function csvMutation(
  prepare: () => Promise<PreparedCsv>,
  download: (name: string, text: string, type: string) => void,
) {
  return mutationOptions({
    mutationFn: async (): Promise<void> => {
      const { name, text, record } = await prepare();
      await call(AUDIT_ROUTES.recordFile, { body: record });
      download(name, text, 'text/csv');
    },
    meta: { touches: AUDIT_ROUTES.recordFile.touches },
  });
}
