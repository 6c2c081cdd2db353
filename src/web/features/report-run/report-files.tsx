import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { formatNumber } from '../../../domain/format.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { reportFileMutation } from '../../api/report-files.ts';
import { saveContent } from '../../components/download.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import type { RunSearch } from './run-search.ts';

interface Wanted {
  format: 'csv' | 'xlsx';
  by: Grouping | null;
}

/** The files of a run: all its sessions, or the rows of the grouping shown. */
export function ReportFiles({ run, search }: { run: ReportRun; search: RunSearch }) {
  const grouping = search.by ?? run.definition.grouping;
  const [bytes, setBytes] = useState(0);
  const load = useMutation(reportFileMutation(run.id, setBytes, saveContent));
  const files: readonly (Wanted & { label: string })[] = [
    { format: 'csv', by: null, label: 'CSV of sessions' },
    { format: 'xlsx', by: null, label: 'XLSX of sessions' },
    { format: 'csv', by: grouping, label: `CSV by ${GROUPING_LABELS[grouping].toLowerCase()}` },
    { format: 'xlsx', by: grouping, label: `XLSX by ${GROUPING_LABELS[grouping].toLowerCase()}` },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box
        component="fieldset"
        aria-label="Files"
        sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
      >
        {files.map(({ label, ...wanted }) => (
          <Button
            key={label}
            color="inherit"
            startIcon={<DownloadIcon />}
            disabled={load.isPending}
            onClick={() => load.mutate(wanted)}
          >
            {label}
          </Button>
        ))}
      </Box>
      <Live sx={{ fontSize: '0.8125rem' }}>
        {load.isPending && `Reading the file: ${formatNumber(Math.ceil(bytes / 1024))} kB so far`}
        {load.isSuccess &&
          `Saved as ${load.data}${run.state === 'complete' ? '' : '; it is marked partial'}`}
      </Live>
      {load.error !== null && (
        <ErrorPanel
          what="The file was not saved"
          error={load.error}
          onRetry={() => {
            if (load.variables !== undefined) load.mutate(load.variables);
          }}
          retrying={load.isPending}
        />
      )}
    </Box>
  );
}
