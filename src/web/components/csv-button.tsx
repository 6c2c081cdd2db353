import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { errorText } from '../api/errors.ts';

interface CsvButtonProps extends Pick<ButtonProps, 'children' | 'disabled' | 'variant'> {
  /** Makes the file and saves it. */
  file: UseMutationOptions<void>;
}

/** Saves rows as a CSV file. */
export function CsvButton({ file, children, ...button }: CsvButtonProps) {
  const saving = useMutation(file);
  return (
    <>
      <Button
        color="inherit"
        startIcon={<DownloadIcon />}
        {...button}
        aria-disabled={saving.isPending}
        onClick={() => {
          if (!saving.isPending) saving.mutate();
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
