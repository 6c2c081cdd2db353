import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
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
    <OutlinedInput
      type="search"
      fullWidth
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      startAdornment={<SearchIcon sx={{ mr: 0.75, fontSize: 18, color: 'text.secondary' }} />}
      endAdornment={
        typed !== '' && (
          <IconButton aria-label="Clear the filter" edge="end" onClick={() => setTyped('')}>
            <CloseIcon sx={{ fontSize: 16 }} />
          </IconButton>
        )
      }
      slotProps={{ input: { 'aria-label': label, maxLength: 200 } }}
      sx={{ maxWidth: { sm: 280 }, bgcolor: 'background.paper', px: 1 }}
    />
  );
}
