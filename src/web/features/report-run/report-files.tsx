import Button from '@mui/material/Button';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import type { RunSearch } from './run-search.ts';

/** A file of a run: of a format, with all sessions (null) or the rows of a grouping. */
interface WantedFile {
  format: 'csv' | 'xlsx';
  by: Grouping | null;
}

interface ReportFilesProps {
  run: ReportRun;
  search: RunSearch;
  disabled: boolean;
  onLoad: (file: WantedFile) => void;
}

/** The files of a run, as items of a menu: all its sessions, or the rows of the grouping shown. */
export function ReportFiles({ run, search, disabled, onLoad }: ReportFilesProps) {
  const grouping = search.by ?? run.definition.grouping;
  const files: readonly (WantedFile & { label: string })[] = [
    { format: 'csv', by: null, label: 'CSV of sessions' },
    { format: 'xlsx', by: null, label: 'XLSX of sessions' },
    { format: 'csv', by: grouping, label: `CSV by ${GROUPING_LABELS[grouping].toLowerCase()}` },
    { format: 'xlsx', by: grouping, label: `XLSX by ${GROUPING_LABELS[grouping].toLowerCase()}` },
  ];
  return files.map(({ label, ...wanted }) => (
    <Button
      key={label}
      color="inherit"
      data-closes=""
      disabled={disabled}
      onClick={() => onLoad(wanted)}
      sx={{ justifyContent: 'flex-start', fontWeight: 400 }}
    >
      {label}
    </Button>
  ));
}
