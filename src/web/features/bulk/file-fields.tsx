import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { fileMutation } from '../../api/file-reading.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { Live } from '../../components/live.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { findColumn, readTableFile, type TableFile } from '../../components/table-file.ts';
import type { Draft } from './bulk-draft.ts';

const ID_NAMES = ['id', 'entityid', 'uuid', 'deviceid', 'entity'];
const CAPACITY_NAMES = ['capacity', 'batterycapacity', 'kwh', 'capacitykwh', 'batterycapacitykwh'];

interface FileFieldsProps {
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
}

/** A file and the mapping of its columns. */
export function FileFields({ draft, onDraft }: FileFieldsProps) {
  const input = useRef<HTMLInputElement>(null);
  const unit = useCapacityUnit();
  const { file } = draft;
  const reading = useMutation(fileMutation(readTableFile));
  function take({ name, read }: { name: string; read: TableFile }): void {
    if (!('table' in read)) return;
    const { columns } = read.table;
    onDraft({
      file: {
        ...read.table,
        name,
        remark: read.remark,
        idColumn: findColumn(columns, ID_NAMES) ?? null,
        capacityColumn: findColumn(columns, CAPACITY_NAMES) ?? null,
      },
      leftOut: [],
    });
  }
  const { data } = reading;
  const problem =
    data === undefined || 'table' in data.read
      ? null
      : 'problem' in data.read
        ? data.read.problem
        : `${data.name} is not a table: it must be a CSV file with a header, or an array of objects.`;
  const options = (file?.columns ?? []).map((name) => ({ value: name, label: name }));
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
          {file === null ? 'Choose a file' : 'Another file'}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          aria-label="File with the Entities"
          hidden
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            event.target.value = '';
            if (chosen !== undefined) reading.mutate(chosen, { onSuccess: take });
          }}
        />
        <Typography variant="body2" color={file === null ? 'textSecondary' : 'textPrimary'}>
          {file === null
            ? 'A CSV table with a header: a column of ids, and one of capacities where they differ.'
            : `${file.name}: ${formatCount(file.rows.length, 'row', 'rows')}`}
          {file !== null && file.remark !== null && `. ${file.remark}`}
        </Typography>
      </Box>
      <Live sx={{ color: 'var(--mui-palette-status-red)' }}>
        {problem !== null && `${problem} Nothing was taken from it.`}
        {reading.isError && 'The file could not be read. Nothing was taken from it.'}
      </Live>
      {file !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <SelectField
            label="Column of the ids"
            any="Choose one"
            options={options}
            value={file.idColumn ?? undefined}
            onChange={(idColumn) => onDraft({ file: { ...file, idColumn: idColumn ?? null } })}
          />
          {draft.kind === 'capacity' && (
            <SelectField
              label={`Column of the capacities, ${unit}`}
              any="none: one for all"
              options={options}
              value={file.capacityColumn ?? undefined}
              onChange={(column) => onDraft({ file: { ...file, capacityColumn: column ?? null } })}
            />
          )}
        </Box>
      )}
    </Box>
  );
}
