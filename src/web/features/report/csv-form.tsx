import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { FileOptions } from '../../../contract/console/report-routes.ts';
import { SelectField } from '../../components/select-field.tsx';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';

const SEPARATORS = [
  { value: 'comma', label: 'Comma' },
  { value: 'semicolon', label: 'Semicolon' },
  { value: 'tab', label: 'Tab' },
] as const;
const DECIMALS = [
  { value: 'point', label: 'Point' },
  { value: 'comma', label: 'Comma' },
] as const;

/** How this browser wants its CSV files, as the server is asked for them. */
export function useCsvOptions(): Pick<FileOptions, 'mark' | 'separator' | 'decimal'> {
  const { csvMark, csvSeparator, csvDecimal } = usePreferences();
  return {
    mark: csvMark ? 'yes' : undefined,
    separator: csvSeparator === 'comma' ? undefined : csvSeparator,
    decimal: csvDecimal === 'comma' ? 'comma' : undefined,
  };
}

/** Chooses once how CSV files are written. */
export function CsvForm() {
  const { csvMark, csvSeparator, csvDecimal } = usePreferences();
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1, display: 'grid', gap: 0.75 }}>
      <SelectField
        label="CSV separator"
        value={csvSeparator}
        options={SEPARATORS}
        onChange={(value) =>
          setPreferences({ csvSeparator: SEPARATORS.find((known) => known.value === value)?.value })
        }
      />
      <SelectField
        label="Decimal sign"
        value={csvDecimal}
        options={DECIMALS}
        onChange={(value) =>
          setPreferences({ csvDecimal: DECIMALS.find((known) => known.value === value)?.value })
        }
      />
      <FormControlLabel
        label="Byte order mark, for Excel"
        control={
          <Checkbox
            checked={csvMark}
            onChange={(_event, checked) => setPreferences({ csvMark: checked })}
          />
        }
      />
    </Box>
  );
}
