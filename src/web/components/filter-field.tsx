import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useState } from 'react';

/** The URL follows once typing pauses this long. */
const TYPING_PAUSE_MS = 150;

interface FilterFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/**
 * A text filter whose value lives elsewhere (in the URL); typing is never overtaken by it.
 */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // A value that was not sent from here came from a link or the back button: show that one.
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
    <OutlinedInput
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={label}
      inputProps={{ 'aria-label': label, type: 'search', maxLength: 200 }}
      startAdornment={<SearchIcon sx={{ fontSize: 18, mr: 0.75, color: 'text.secondary' }} />}
      endAdornment={
        typed !== '' && (
          <IconButton aria-label="Clear the filter" edge="end" onClick={() => setTyped('')}>
            <CloseIcon sx={{ fontSize: 16 }} />
          </IconButton>
        )
      }
      sx={{
        width: { xs: '100%', sm: 280 },
        height: 32,
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
