import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '../api/errors.ts';

interface CsvButtonProps extends Pick<ButtonProps, 'children' | 'disabled' | 'variant'> {
  saving: { isPending: boolean; error: Error | null };
  onSave: () => void;
}

/** Saves rows as a CSV file. */
export function CsvButton({ saving, onSave, children, ...button }: CsvButtonProps) {
  return (
    <>
      <Button
        color="inherit"
        startIcon={<DownloadIcon />}
        {...button}
        aria-disabled={saving.isPending}
        onClick={() => {
          if (!saving.isPending) onSave();
        }}
      >
        {saving.isPending ? 'Writing the file' : children}
      </Button>
      {saving.error !== null && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          The file could not be made: {errorText(saving.error).title}
        </Typography>
      )}
    </>
  );
}
