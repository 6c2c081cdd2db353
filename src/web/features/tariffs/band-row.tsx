import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useController, useWatch } from 'react-hook-form';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { FormText } from '../../components/form.tsx';
import { Checks, removeStyles, rowStyles, TimeField } from './native-fields.tsx';
import { ALL_WEEKDAYS, type TariffControl } from './tariff-draft.ts';

interface BandRowProps {
  control: TariffControl;
  /** Where its rate is in the form. */
  rate: `validities.${number}.rate`;
  at: number;
  unit: string;
  onRemove: () => void;
}

/** A price with its hours, weekdays and seasons. */
export function BandRow({ control, rate, at, unit, onRemove }: BandRowProps) {
  const path = `${rate}.bands.${at}` as const;
  const name = `Price ${at + 1}`;
  const known = useWatch({ control, name: `${rate}.seasons` });
  const weekdays = useController({ control, name: `${path}.weekdays` });
  const allYear = useController({ control, name: `${path}.allYear` });
  const seasons = useController({ control, name: `${path}.seasons` });
  return (
    <Box component="fieldset" aria-label={name} sx={rowStyles}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '180px 140px 112px 112px 40px' },
          alignItems: 'start',
        }}
      >
        <FormText
          control={control}
          name={`${path}.name`}
          label={`Name of ${name}`}
          maxLength={60}
          autoComplete="off"
        />
        <FormText
          control={control}
          name={`${path}.price`}
          label={unit}
          inputMode="decimal"
          autoComplete="off"
        />
        <TimeField control={control} name={`${path}.from`} label="From" />
        <TimeField control={control} name={`${path}.to`} label="To" />
        <Tooltip title="Remove">
          <IconButton aria-label={`Remove ${name}`} onClick={onRemove} sx={removeStyles}>
            <DeleteOutlineIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      </Box>
      <Checks
        label="Weekdays"
        choices={ALL_WEEKDAYS.map((day) => ({ value: day, label: weekdayName(day) }))}
        chosen={weekdays.field.value}
        problem={weekdays.fieldState.error?.message}
        onChange={weekdays.field.onChange}
      />
      {known.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
          <FormControlLabel
            label="All year"
            control={
              <Checkbox
                checked={allYear.field.value}
                onChange={(_event, isOn) => allYear.field.onChange(isOn)}
              />
            }
          />
          {!allYear.field.value && (
            <Checks
              label="Seasons"
              choices={known.map(({ key, name: season }, index) => ({
                value: key,
                label: season.trim() === '' ? `Season ${index + 1}` : season,
              }))}
              chosen={seasons.field.value}
              problem={seasons.fieldState.error?.message}
              onChange={seasons.field.onChange}
            />
          )}
        </Box>
      )}
    </Box>
  );
}
