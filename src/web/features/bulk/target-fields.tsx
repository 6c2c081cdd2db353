import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { BULK_MAX } from '../../../contract/console/job.ts';
import { formatCount } from '../../../domain/format.ts';
import { fileMutation } from '../../api/file-reading.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { facetOptions, collectiveOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { Live } from '../../components/live.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { findColumn, readTableFile, type TableFile } from '../../components/table-file.ts';
import { ChooseEntities } from '../entity-choice/choose-entities.tsx';
import { targetFilterOf, TARGETS, type BulkSearch } from './bulk-search.ts';
import type { Draft } from './use-plan.ts';

interface TargetFieldsProps {
  search: BulkSearch;
  onSearch: (change: Partial<BulkSearch>) => void;
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  collectives: readonly DirectoryCollectiveRecord[];
}

/** The Entities to change: by filters, by pasted ids, or by the rows of a file. */
export function TargetFields(props: TargetFieldsProps) {
  const { search, onSearch, draft, onDraft } = props;
  return (
    <Box sx={{ display: 'grid', gap: 1.25, justifyItems: 'start', minWidth: 0 }}>
      <ChoiceChips
        label="How they are chosen"
        required
        choices={[
          { value: 'match', label: 'By Collective or search' },
          { value: 'ids', label: 'One by one' },
          { value: 'file', label: 'From a file' },
        ]}
        value={search.whom ?? 'match'}
        onChange={(value) =>
          onSearch({ whom: value === 'ids' || value === 'file' ? value : undefined })
        }
      />
      {search.whom === undefined && <MatchFields {...props} />}
      {search.whom === 'ids' && (
        <Box sx={{ display: 'grid', gap: 1.5, width: '100%', maxWidth: 640 }}>
          <ChooseEntities
            leavesOut
            text={draft.ids}
            onText={(ids) => onDraft({ ids })}
            max={BULK_MAX}
          />
        </Box>
      )}
      {search.whom === 'file' && <FileFields draft={draft} onDraft={onDraft} />}
    </Box>
  );
}

function MatchFields({ search, onSearch, collectives }: TargetFieldsProps) {
  const facets = useQuery({
    ...query(ENTITY_LIST_ROUTES.entityFacets, { query: targetFilterOf(search) ?? {} }),
    placeholderData: keepPreviousData,
  });
  const everything = targetFilterOf({ ...search, all: undefined }) === null;
  return (
    <Box sx={{ width: '100%' }}>
      <ListBar
        label="Which Entities"
        list={TARGETS}
        search={search}
        onSearch={onSearch}
        options={{ ...facetOptions(facets.data), collective: collectiveOptions(collectives) }}
        read={facets}
      />
      {everything && (
        <FormControlLabel
          label="All Entities of the directory"
          checked={search.all === '1'}
          onChange={(_event, checked) => onSearch({ all: checked ? '1' : undefined })}
          control={<Checkbox />}
        />
      )}
    </Box>
  );
}

const ID_NAMES = ['id', 'entityid', 'uuid', 'deviceid', 'entity'];
const CAPACITY_NAMES = ['capacity', 'batterycapacity', 'kwh', 'capacitykwh', 'batterycapacitykwh'];

interface FileFieldsProps {
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
}

/** A file and the mapping of its columns. */
function FileFields({ draft, onDraft }: FileFieldsProps) {
  const input = useRef<HTMLInputElement>(null);
  const unit = useCapacityUnit();
  const { file } = draft;
  const reading = useMutation(fileMutation(readTableFile));
  function take({ name, read }: { name: string; read: TableFile }): void {
    if ('problem' in read) return;
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
  const problem =
    reading.data !== undefined && 'problem' in reading.data.read ? reading.data.read.problem : null;
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
          accept=".csv,.tsv,.txt,text/csv"
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
