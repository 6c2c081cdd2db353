import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { pricesText } from '../../../domain/reports/tariff-texts.ts';
import { callWith } from '../../api/client.ts';
import { mutationOf } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import type { TariffControl } from './tariff-form.ts';

/** The largest file, in bytes: prices of every hour of five years are half of it. */
const FILE_MAX = 3_000_000;

/** The list of prices of a file, or what is wrong in each line; nothing is saved by it. */
async function readFile(file: File, zone: string) {
  const { name } = file;
  if (file.size > FILE_MAX) {
    const problem = `It is larger than ${formatNumber(FILE_MAX / 1e6)} MB.`;
    return { name, list: null, problems: [{ line: 0, problem }], count: 1 };
  }
  // In base64: its encoding shows in its bytes, which the server reads.
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  return { name, ...(await callWith(CONSOLE_ROUTES.readPrices, { body: { file: text, zone } })) };
}

interface PricesFileProps {
  control: TariffControl;
  name: `periods.${number}.energy.prices`;
  /** "CHF per kWh". */
  unit: string;
}

/** Prices per hour, or part of one, from a file: all of them, or what is wrong in each line. */
export function PricesFile({ control, name, unit }: PricesFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const zone = useWatch({ control, name: 'zone' });
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name });
  const reading = useMutation(mutationOf((file: File) => readFile(file, zone)));
  const read = reading.data;
  const take = (file: File) =>
    reading.mutate(file, { onSuccess: ({ list }) => list !== null && onChange(list) });
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button
        ref={ref}
        variant="outlined"
        color="inherit"
        disabled={reading.isPending}
        onClick={() => input.current?.click()}
      >
        {value === null ? 'Choose a file of prices' : 'Another file of prices'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="File of prices"
        hidden
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = '';
          if (chosen !== undefined) take(chosen);
        }}
      />
      <FormHelperText sx={{ m: 0 }}>
        CSV with a header: when each price begins, and the price, {unit}. Times without an offset
        are in {zone}.
      </FormHelperText>
      {fieldState.error !== undefined && (
        <FormHelperText error sx={{ m: 0 }}>
          Choose a file of prices.
        </FormHelperText>
      )}
      <Live sx={{ fontSize: '0.8125rem' }}>
        {read?.list === null
          ? `${read.name} has ${formatCount(read.count, 'mistake', 'mistakes')}; none of its prices are used. ${read.count > read.problems.length ? `The first ${read.problems.length} are listed.` : ''}`
          : value !== null && `${pricesText(value, zone)}.`}
      </Live>
      {reading.error !== null && <ErrorPanel what="The file was not read" error={reading.error} />}
      {read !== undefined && read.problems.length > 0 && (
        <Box
          component="ul"
          aria-label={`Mistakes in ${read.name}`}
          tabIndex={0}
          sx={{ m: 0, pl: 2.5, maxHeight: 240, overflow: 'auto', fontSize: '0.8125rem' }}
        >
          {read.problems.map(({ line, problem }, at) => (
            <li key={`${line} ${at}`}>
              {line === 0 ? problem : `Line ${formatNumber(line)}: ${problem}`}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
