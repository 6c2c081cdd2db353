import AddIcon from '@mui/icons-material/Add';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useController, useFieldArray } from 'react-hook-form';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { FormText } from '../../components/form.tsx';
import { fieldRow, PriceField } from './price-field.tsx';
import { ALL_WEEKDAYS, emptyBand, type TariffControl } from './tariff-form.ts';

const BANDS_MAX = 50;

interface BandFieldsProps {
  control: TariffControl;
  /** Where the prices of energy are in the form. */
  path: `periods.${number}.energy`;
  /** "CHF per kWh". */
  unit: string;
}

/** Prices by hour and weekday, and the price outside all of them. */
export function BandFields({ control, path, unit }: BandFieldsProps) {
  const bands = useFieldArray({ control, name: `${path}.bands` });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {bands.fields.map(({ id }, at) => (
        <BandRow
          key={id}
          control={control}
          path={`${path}.bands.${at}`}
          name={`Price ${at + 1}`}
          unit={unit}
          onRemove={bands.fields.length === 1 ? null : () => bands.remove(at)}
        />
      ))}
      <Box>
        <Button
          color="inherit"
          startIcon={<AddIcon />}
          disabled={bands.fields.length >= BANDS_MAX}
          onClick={() => bands.append(emptyBand())}
        >
          Add a price
        </Button>
        <Typography variant="body2" color="textSecondary">
          If several hold, the first one counts. An end before the start crosses midnight; equal
          times mean the whole day.
        </Typography>
      </Box>
      <Box sx={fieldRow}>
        <PriceField control={control} name={`${path}.otherwise`} label={`Otherwise, ${unit}`} />
      </Box>
    </Box>
  );
}

interface BandRowProps {
  control: TariffControl;
  path: `periods.${number}.energy.bands.${number}`;
  /** "Price 1". */
  name: string;
  unit: string;
  /** Null if it is the only one. */
  onRemove: (() => void) | null;
}

/** A price with its hours and weekdays. */
function BandRow({ control, path, name, unit, onRemove }: BandRowProps) {
  const { field, fieldState } = useController({ control, name: `${path}.weekdays` });
  const time = { control, placeholder: '14:30', wrong: 'Enter a time such as 14:30.' };
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{
        border: 0,
        borderTop: 1,
        borderColor: 'divider',
        m: 0,
        px: 0,
        py: 1,
        minWidth: 0,
        display: 'grid',
        gap: 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'end', gap: 1 }}>
        <Box sx={{ ...fieldRow, flex: 1 }}>
          <FormText
            control={control}
            name={`${path}.name`}
            label={`Name of ${name}`}
            wrong="Enter a name."
            maxLength={60}
          />
          <PriceField control={control} name={`${path}.price`} label={unit} />
          <FormText {...time} name={`${path}.from`} label="From" />
          <FormText {...time} name={`${path}.to`} label="To" />
        </Box>
        {onRemove !== null && (
          <Tooltip title="Remove">
            <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
              <DeleteOutlineIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <div>
        <ToggleButtonGroup
          aria-label={`Weekdays of ${name}`}
          value={field.value}
          onChange={(_event, days: number[]) => field.onChange(days)}
          sx={{ flexWrap: 'wrap' }}
        >
          {ALL_WEEKDAYS.map((day) => (
            <ToggleButton key={day} value={day}>
              {weekdayName(day)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {fieldState.error !== undefined && (
          <FormHelperText error>Choose at least one weekday.</FormHelperText>
        )}
      </div>
    </Box>
  );
}
