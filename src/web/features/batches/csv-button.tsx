import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MadeFile } from '../../../contract/console/audit.ts';
import { csvMutation } from '../../api/audit.ts';
import { downloadText } from '../../components/download.ts';

interface CsvButtonProps {
  /** The name of the file. */
  name: string;
  text: () => Promise<string>;
  /** The audit entry for it. */
  record: MadeFile;
  children: ReactNode;
}

/** Downloads rows as a file. */
export function CsvButton({ name, text, record, children }: CsvButtonProps) {
  const saving = useMutation(
    csvMutation(async () => ({ name, text: await text(), record }), downloadText),
  );
  return (
    <>
      <Button
        color="inherit"
        startIcon={<DownloadIcon />}
        aria-disabled={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {children}
      </Button>
      {saving.isError && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          The file could not be created. Try again.
        </Typography>
      )}
    </>
  );
}
