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

/** Which columns a list shows, and how high its rows are. */
export function ColumnsPanel({ search, onSearch, columns, shown }: ColumnsPanelProps) {
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
      <FormControlLabel
        label="Tall rows"
        checked={search.rows === 'roomy'}
        onChange={(_event, checked) => onSearch({ rows: checked ? 'roomy' : undefined })}
        control={<Checkbox />}
        sx={{ borderTop: 1, borderColor: 'divider', pt: 0.75 }}
      />
      <Button
        color="inherit"
        size="small"
        onClick={() => onSearch({ cols: undefined, rows: undefined })}
      >
        Reset
      </Button>
    </>
  );
}
