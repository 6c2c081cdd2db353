import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ListSearch } from './directory-search.ts';
import { ReadingOff } from './reading-off.tsx';

export interface ColumnsPanelProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** All columns in their order; the first one is always shown. */
  columns: readonly { key: string; header: string }[];
  shown: readonly string[];
}

/** Which columns a list shows. */
export function ColumnsPanel({ onSearch, columns, shown }: ColumnsPanelProps) {
  const [first] = columns;
  return (
    <>
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
    </>
  );
}
