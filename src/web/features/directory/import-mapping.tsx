import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { fieldLabel } from '../../../domain/directory-labels.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { MISSING } from '../../../domain/format.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { SelectField } from '../../components/select-field.tsx';
import type { ImportTable } from '../../components/table-file.ts';
import { TARGETS, type Mapping } from './import-file.ts';

interface MappingFieldsProps {
  kind: DirectoryKind;
  table: ImportTable;
  mapping: Mapping;
  onKind: (kind: DirectoryKind) => void;
  onMapping: (mapping: Mapping) => void;
}

const HINTS: Readonly<Record<string, string>> = {
  id: 'UUID; required',
  tags: 'separated by commas; "a, b" is one tag',
  collectives: 'ids of its Collectives',
  entities: 'ids of its Entities',
};

/** Maps the columns of a table to fields. */
export function MappingFields({ kind, table, mapping, onKind, onMapping }: MappingFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="body2">Each row is</Typography>
        <ChoiceChips
          label="What each row is"
          required
          choices={[
            { value: 'entity', label: 'an Entity' },
            { value: 'collective', label: 'a Collective' },
          ]}
          value={kind}
          onChange={(value) => onKind(value === 'collective' ? 'collective' : 'entity')}
        />
      </Box>
      <Typography variant="body2">
        Columns are matched by their names. Check them before you go on.
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {TARGETS[kind].map((target) => (
          <ColumnField
            key={target}
            target={target}
            table={table}
            column={mapping[target]}
            onColumn={(column) => onMapping({ ...mapping, [target]: column })}
          />
        ))}
      </Box>
      {mapping['id'] === undefined && (
        <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          Choose the column that holds the id: no row can be imported without it.
        </Typography>
      )}
    </Box>
  );
}

interface ColumnFieldProps {
  target: string;
  table: ImportTable;
  column: string | undefined;
  onColumn: (column: string | undefined) => void;
}

function ColumnField({ target, table, column, onColumn }: ColumnFieldProps) {
  const sample = column === undefined ? undefined : table.rows[0]?.[column];
  const hint = HINTS[target];
  return (
    <div>
      <SelectField
        label={fieldLabel(target) + (hint === undefined ? '' : ` (${hint})`)}
        any="not imported"
        value={column}
        options={table.columns.map((name) => ({ value: name, label: name }))}
        onChange={onColumn}
      />
      <FormHelperText>
        First row: {sample === undefined ? MISSING : foreignLabel(sample)}
      </FormHelperText>
    </div>
  );
}
