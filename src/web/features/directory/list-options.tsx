import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useReadsFleet } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import type { ListSearch } from './directory-search.ts';
import { amber } from './fact-parts.tsx';

/** Shown beside the age of a list, and above its columns: why facts were never read. */
export function ReadingOff() {
  if (useReadsFleet()) return null;
  return (
    <Hint
      text="Nothing is read in the background: FLEET_POLICY is off. Columns of what was never read are empty or hidden."
      sx={amber}
    >
      fleet reading is off
    </Hint>
  );
}

interface ListOptionsProps {
  onSearch: (change: Partial<ListSearch>) => void;
  /** All columns in their order; the first one is always shown. */
  columns: readonly { key: string; header: string }[];
  shown: readonly string[];
}

/** Which columns a list shows; a phone has none. */
export function ListOptions({ onSearch, columns, shown }: ListOptionsProps) {
  const narrow = useNarrow();
  const [first] = columns;
  if (narrow) return null;
  return (
    <PopPanel label="Columns" icon={<TuneIcon />}>
      <Box sx={{ fontSize: '0.8125rem' }}>
        <ReadingOff />
      </Box>
      {columns.map(({ key, header }) => (
        <FormControlLabel
          key={key}
          label={header}
          checked={shown.includes(key)}
          disabled={key === first?.key}
          onChange={(_event, checked) => {
            const keys = checked ? [...shown, key] : shown.filter((each) => each !== key);
            onSearch({ cols: keys.join(',') });
          }}
          control={<Checkbox />}
        />
      ))}
      <Button color="inherit" size="small" onClick={() => onSearch({ cols: undefined })}>
        Reset
      </Button>
    </PopPanel>
  );
}
