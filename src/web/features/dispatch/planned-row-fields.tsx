import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { memo, useState } from 'react';
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import { useController, useWatch } from 'react-hook-form';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { formatPlanned } from '../../../domain/format.ts';
import { utcUnlessSame } from '../../../domain/planned-time.ts';
import { readTrigger, type PlannedRow, type RowQuestion } from '../../../domain/schedule-rows.ts';
import type { DispatchFields } from './dispatch-form.ts';
import { nativeField } from '../../components/field-styles.ts';
import { DayInput, TimeInput } from '../../components/period-picker/clock-inputs.tsx';
import { UnitSelect } from './power-field.tsx';

/** Two lines: when, then what. */
const ROW_AREAS = {
  xs: '"date time" "zone zone" "type type" "value act"',
  sm: '"date time zone act" "type type value value"',
} as const;
const ROW_COLUMNS = { xs: '1fr 1fr', sm: '148px 72px minmax(0, 1fr) 72px' } as const;

interface PlannedRowFieldsProps {
  control: Control<DispatchFields>;
  register: UseFormRegister<DispatchFields>;
  index: number;
  errors: NonNullable<FieldErrors<DispatchFields>['rows']>[number] | undefined;
  /** Prefix of the element ids of the list. */
  idBase: string;
  /** The id of the list of zones. */
  zonesId: string;
  /** Whether a row can be added. */
  canAdd: boolean;
  onDuplicate: (index: number) => void;
  onRemove: (index: number) => void;
}

/** The id of a row's first field, which gets the focus. */
export function dateFieldId(idBase: string, index: number): string {
  return `${idBase}-${index}-date`;
}

/** The id of a row's remove button. */
export function removeButtonId(idBase: string, index: number): string {
  return `${idBase}-${index}-remove`;
}

const FIELDS = ['date', 'time', 'zone', 'type', 'value', 'meant'] as const;

/** A planned Command: wall clock and zone, Command, and the instant in UTC. */
export const PlannedRowFields = memo(function PlannedRowFields(props: PlannedRowFieldsProps) {
  const { control, register, index, errors, idBase, zonesId, canAdd } = props;
  const row = useWatch({ control, name: `rows.${index}` });
  const name = `Command ${index + 1}`;
  const rule = isCommandType(row.type) ? COMMAND_RULES[row.type].value : null;
  const hintId = `${idBase}-${index}-hint`;
  const { field: date } = useController({ control, name: `rows.${index}.date` });
  const { field: time } = useController({ control, name: `rows.${index}.time` });
  // An unreadable value is reported when its field loses the focus, not only at the review.
  const [left, setLeft] = useState<Partial<Record<keyof PlannedRow, boolean>>>({});
  const { issue } = readTrigger(row);
  const unread = (which: keyof PlannedRow) =>
    issue?.field === which && row[which] !== '' && left[which] === true ? issue.message : null;
  const leave = (which: 'date' | 'time') => {
    setLeft({ ...left, [which]: true });
    (which === 'date' ? date : time).onBlur();
  };
  const stateOf = (which: keyof PlannedRow) => ({
    'aria-invalid': errors?.[which] !== undefined || unread(which) !== null,
    'aria-describedby': hintId,
  });
  const field = (which: keyof PlannedRow) => ({
    ...register(`rows.${index}.${which}`),
    ...stateOf(which),
  });
  const messages = FIELDS.flatMap((which) => errors?.[which]?.message ?? unread(which) ?? []);
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{ border: 0, m: 0, p: 0, py: 0.75, minWidth: 0, borderTop: 1, borderColor: 'divider' }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 0.75,
          gridTemplateColumns: ROW_COLUMNS,
          gridTemplateAreas: ROW_AREAS,
        }}
      >
        <Box sx={{ gridArea: 'date', minWidth: 0 }}>
          <DayInput
            {...date}
            id={dateFieldId(idBase, index)}
            aria-label={`Date of ${name}`}
            {...stateOf('date')}
            onBlur={() => leave('date')}
          />
        </Box>
        <Box sx={{ gridArea: 'time', minWidth: 0 }}>
          <TimeInput
            {...time}
            aria-label={`Time of ${name}`}
            {...stateOf('time')}
            onBlur={() => leave('time')}
          />
        </Box>
        <Box
          component="input"
          list={zonesId}
          autoComplete="off"
          spellCheck={false}
          aria-label={`Time zone of ${name}`}
          {...field('zone')}
          sx={{ ...nativeField, gridArea: 'zone' }}
        />
        <Box
          component="select"
          aria-label={`Type of ${name}`}
          {...field('type')}
          sx={{ ...nativeField, gridArea: 'type' }}
        >
          <option value="">Choose a Command</option>
          {COMMAND_TYPES.map((type) => (
            <option key={type} value={type}>
              {COMMAND_RULES[type].verb}
            </option>
          ))}
        </Box>
        {rule === null ? (
          <Box
            sx={{
              gridArea: 'value',
              alignSelf: 'center',
              color: 'text.secondary',
              fontSize: '0.8125rem',
            }}
          >
            no value
          </Box>
        ) : (
          <Box
            sx={{
              gridArea: 'value',
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              fontSize: '0.8125rem',
            }}
          >
            <Box
              component="input"
              inputMode="decimal"
              autoComplete="off"
              aria-label={`${rule.label} of ${name}`}
              {...field('value')}
              sx={{ ...nativeField, width: '100%', textAlign: 'right' }}
            />
            <UnitSelect label={`Unit of ${name}`} register={register(`rows.${index}.unit`)} />
          </Box>
        )}
        <Box sx={{ gridArea: 'act', display: 'flex', justifyContent: 'flex-end' }}>
          <Tooltip title="Duplicate, a day later" describeChild>
            <Box component="span" sx={{ display: 'inline-flex' }}>
              <IconButton
                aria-label={`Duplicate ${name}, a day later`}
                disabled={!canAdd}
                onClick={() => props.onDuplicate(index)}
              >
                <ContentCopyIcon sx={{ fontSize: 18 }} />
              </IconButton>
            </Box>
          </Tooltip>
          <Tooltip title="Remove" describeChild>
            <IconButton
              id={removeButtonId(idBase, index)}
              aria-label={`Remove ${name}`}
              onClick={() => props.onRemove(index)}
            >
              <DeleteOutlineIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </Tooltip>
        </Box>
      </Box>
      <Box id={hintId} sx={{ fontSize: '0.8125rem', color: 'text.secondary', mt: 0.25 }}>
        <BothClocks row={row} />
        {messages.map((message) => (
          <FormHelperText key={message} error sx={{ m: 0 }}>
            {message}
          </FormHelperText>
        ))}
      </Box>
      <MeantField
        question={readTrigger(row).question}
        inputProps={register(`rows.${index}.meant`)}
        unanswered={errors?.meant !== undefined}
      />
    </Box>
  );
});

/** The wall clock with its offset, and the same instant in UTC. */
function BothClocks({ row }: { row: PlannedRow }) {
  const { instant } = readTrigger(row);
  if (instant === null) return null;
  const utc = utcUnlessSame(instant, row.zone);
  return (
    <Box component="span">
      {utc !== null && `${formatPlanned(instant, row.zone)} in ${row.zone} = `}
      <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {utc ?? formatPlanned(instant, row.zone)}
      </Box>
    </Box>
  );
}

interface MeantFieldProps {
  question: RowQuestion | null;
  inputProps: ReturnType<UseFormRegister<DispatchFields>>;
  unanswered: boolean;
}

/** Asks for the instant of a wall clock that occurs twice or never. */
function MeantField({ question, inputProps, unanswered }: MeantFieldProps) {
  if (question === null) return null;
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        mt: 0.5,
        p: 1,
        border: 0,
        borderLeft: 3,
        borderColor: unanswered ? 'error.main' : 'var(--mui-palette-status-amber)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 8%, transparent)',
        fontSize: '0.8125rem',
        '& label': { display: 'flex', gap: 1, alignItems: 'baseline', py: 0.5 },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
      }}
    >
      <Box component="legend" sx={{ p: 0, float: 'left', width: '100%', fontWeight: 600 }}>
        {question.message}
      </Box>
      {question.choices.map(({ instant, label }) => (
        <Box component="label" key={instant} sx={{ clear: 'both' }}>
          <input type="radio" value={instant} {...inputProps} />
          {label}
        </Box>
      ))}
    </Box>
  );
}
