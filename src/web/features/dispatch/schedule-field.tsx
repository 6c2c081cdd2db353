import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldArray, useFormState } from 'react-hook-form';
import { SCHEDULE_ROWS_MAX } from '../../../contract/console/dispatch.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { PlannedRow } from '../../../domain/schedule-rows.ts';
import { Live } from '../../components/live.tsx';
import { Pager } from '../../components/pager.tsx';
import { ZoneList } from '../../components/zone-list.tsx';
import { browserZone } from '../../theme/preferences.ts';
import type { DispatchFields } from './dispatch-form.ts';
import { legendStyles } from '../../components/field-styles.ts';
import { ImportRows } from './import-rows.tsx';
import { dateFieldId, PlannedRowFields, removeButtonId } from './planned-row-fields.tsx';
import { firstRow, rowAfter } from './starting-points.ts';

/** Rows per page. */
const PAGE_SIZES = [25, 50] as const;

/** The planned Commands: a row each with wall clock, zone, type and value. */
export function ScheduleField({ form }: { form: UseFormReturn<DispatchFields> }) {
  const { control, register, getValues } = form;
  const { fields, append, insert, remove, replace } = useFieldArray({ control, name: 'rows' });
  const [size, setSize] = useState<number>(PAGE_SIZES[0]);
  const [asked, setPage] = useState(1);
  const [message, setMessage] = useState('');
  const idBase = useId();
  const zonesId = `${idBase}-zones`;
  const addButton = useRef<HTMLButtonElement>(null);
  /** The initial row; an import replaces it while it is unchanged. */
  const starterRow = useRef<PlannedRow | null>(null);
  /** The element to focus once it is rendered. */
  const focusNext = useRef<string | null>(null);
  const pages = Math.max(1, Math.ceil(fields.length / size));
  const page = Math.min(asked, pages);
  const from = (page - 1) * size;
  const { errors, submitCount } = useFormState({ control });
  const firstWrong = firstErrorOf(errors.rows);
  const full = fields.length >= SCHEDULE_ROWS_MAX;

  useEffect(() => {
    if (focusNext.current === null) return;
    const element = document.getElementById(focusNext.current);
    focusNext.current = null;
    (element ?? addButton.current)?.focus();
  });

  // A failed review opens the first invalid row, on whichever page it is.
  const wrongAtSubmit = useRef<number | null>(null);
  useEffect(() => {
    wrongAtSubmit.current = firstWrong;
  });
  useEffect(() => {
    const index = wrongAtSubmit.current;
    if (submitCount === 0 || index === null) return;
    setPage(Math.floor(index / size) + 1);
    focusNext.current = dateFieldId(idBase, index);
  }, [submitCount, idBase, size]);

  // Planning starts with one row, like the Command chosen for now.
  useEffect(() => {
    if (getValues('rows').length > 0) return;
    const row = firstRow(getValues(), browserZone(), Date.now());
    starterRow.current = row;
    append(row, { shouldFocus: false });
  }, [append, getValues]);

  function goTo(index: number): void {
    setPage(Math.floor(index / size) + 1);
    focusNext.current = dateFieldId(idBase, index);
  }

  const duplicate = useCallback(
    (index: number) => {
      const row = getValues(`rows.${index}`);
      insert(index + 1, rowAfter(row), { shouldFocus: false });
      setPage(Math.floor((index + 1) / size) + 1);
      focusNext.current = dateFieldId(idBase, index + 1);
      setMessage(`Command ${index + 2} added, a day later.`);
    },
    [getValues, insert, idBase, size],
  );
  const removeRow = useCallback(
    (index: number) => {
      const left = getValues('rows').length - 1;
      remove(index);
      focusNext.current = removeButtonId(idBase, Math.min(index, left - 1));
      setMessage(`Command ${index + 1} removed, ${formatCount(left, 'Command', 'Commands')} left.`);
    },
    [getValues, remove, idBase],
  );

  function add(): void {
    const last = getValues('rows').at(-1);
    const row =
      last === undefined ? firstRow(getValues(), browserZone(), Date.now()) : rowAfter(last);
    append(row, { shouldFocus: false });
    goTo(fields.length);
  }

  function take(rows: readonly PlannedRow[]): void {
    const [first, ...others] = getValues('rows');
    const untouched =
      first !== undefined && others.length === 0 && isUntouched(first, starterRow.current);
    if (untouched) replace([...rows]);
    else append([...rows], { shouldFocus: false });
    goTo(untouched ? 0 : fields.length);
    setMessage(`${formatCount(rows.length, 'Command', 'Commands')} imported.`);
  }

  const rootError = errors.rows?.root?.message ?? errors.rows?.message;
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
      aria-label="Planned Commands"
    >
      <Typography component="div" sx={legendStyles}>
        {formatCount(fields.length, 'planned Command', 'planned Commands')}
      </Typography>
      <ZoneList id={zonesId} />
      {fields.slice(from, from + size).map((field, at) => (
        <PlannedRowFields
          key={field.id}
          control={control}
          register={register}
          index={from + at}
          errors={errors.rows?.[from + at]}
          idBase={idBase}
          zonesId={zonesId}
          canAdd={!full}
          onDuplicate={duplicate}
          onRemove={removeRow}
        />
      ))}
      {fields.length > size && (
        <Pager
          what="planned Commands"
          page={page}
          size={size}
          sizes={PAGE_SIZES}
          total={fields.length}
          onPage={setPage}
          onSize={setSize}
        />
      )}
      {rootError !== undefined && (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {rootError}
        </FormHelperText>
      )}
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1, display: 'grid', gap: 1 }}>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Button
            ref={addButton}
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            disabled={full}
            onClick={add}
          >
            Add a Command
          </Button>
          {full && (
            <Typography variant="body2" color="textSecondary">
              {formatNumber(SCHEDULE_ROWS_MAX)} Commands fit into one request.
            </Typography>
          )}
        </Box>
        <ImportRows room={SCHEDULE_ROWS_MAX - fields.length} onTake={take} />
      </Box>
      <Live className="visually-hidden">{message}</Live>
    </Box>
  );
}

/** Whether a row is unchanged or empty. */
function isUntouched(row: PlannedRow, starter: PlannedRow | null): boolean {
  if (row.type === '' && row.value === '') return true;
  const { date, time, zone, type, value, unit } = row;
  return (
    starter !== null &&
    date === starter.date &&
    time === starter.time &&
    zone === starter.zone &&
    type === starter.type &&
    value === starter.value &&
    unit === starter.unit
  );
}

/** The index of the first row with an error, or null. */
function firstErrorOf(rows: unknown): number | null {
  if (!Array.isArray(rows)) return null;
  const index = rows.findIndex((row) => row !== undefined && row !== null);
  return index === -1 ? null : index;
}
