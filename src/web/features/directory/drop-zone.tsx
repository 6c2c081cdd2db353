import UploadFileIcon from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';

interface DropZoneProps {
  /** Accessible name of the field. */
  label: string;
  /** While a file is being read, no other is taken. */
  reading?: boolean;
  onFile: (file: File) => void;
}

/** Takes a CSV file: dropped, or chosen by its button. */
export function DropZone({ label, reading = false, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && !reading) onFile(file);
  };
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 2,
        py: { xs: 3, sm: 5 },
        border: '1.5px dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: isOver ? 'action.hover' : undefined,
        textAlign: 'center',
      }}
    >
      <UploadFileIcon sx={{ fontSize: 32, color: 'text.secondary' }} />
      <span>Drop a CSV file with a header here. You see a preview before anything changes.</span>
      <Button variant="contained" disabled={reading} onClick={() => input.current?.click()}>
        {reading ? 'Reading the file' : 'Choose a file'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={label}
        hidden
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </Box>
  );
}
