import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TextInput } from '../../components/text-input.tsx';
import { noticeStyles } from '../../components/field-styles.ts';

interface ConfirmNameProps {
  /** The name of the Collective, which must be typed. */
  name: string;
  /** The reasons; empty if nothing has to be typed. */
  reasons: readonly string[];
  typed: string;
  onType: (typed: string) => void;
}

/** Asks for the name of the Collective before a disruptive Command. Enter in it does nothing. */
export function ConfirmName({ name, reasons, typed, onType }: ConfirmNameProps) {
  if (reasons.length === 0) return null;
  return (
    <Box component="section" aria-label="Confirm by name" sx={noticeStyles}>
      <Typography variant="body2">
        Type <strong>{name}</strong> to confirm, because {reasons.join(' and ')}.
      </Typography>
      <Box sx={{ width: '100%' }}>
        <TextInput
          label="Name of the Collective"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={null}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </Box>
    </Box>
  );
}
