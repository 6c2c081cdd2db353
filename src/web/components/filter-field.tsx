import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';

/** The URL is updated once typing pauses this long, in ms. */
const TYPING_PAUSE_MS = 150;

interface FilterFieldProps {
  label: string;
  /** Short text for an empty field; absent: the label. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text filter stored in the URL; a late value never overwrites typing. */
export function FilterField({ label, placeholder = label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // A value not sent from here comes from a link or the back button: show it.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, onChange]);

  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        width: '100%',
        maxWidth: { sm: 280 },
        boxSizing: 'border-box',
        height: 32,
        pl: 1,
        border: 1,
        borderColor: 'color-mix(in srgb, var(--mui-palette-text-secondary) 70%, transparent)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus-within': { borderColor: 'primary.main', outline: 1, outlineColor: 'primary.main' },
        '& input': {
          flex: 1,
          minWidth: 0,
          height: '100%',
          p: 0,
          border: 0,
          outline: 0,
          font: 'inherit',
          color: 'inherit',
          bgcolor: 'transparent',
          appearance: 'none',
        },
        '& input::placeholder': { color: 'text.secondary', opacity: 1 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    >
      <SearchIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' && (
        <IconButton aria-label="Clear the filter" onClick={() => setTyped('')}>
          <CloseIcon sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Box>
  );
}
