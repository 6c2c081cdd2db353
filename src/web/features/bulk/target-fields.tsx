import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { BULK_MAX } from '../../../contract/console/bulk.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { query } from '../../api/query.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { facetOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { TextInput } from '../../components/text-input.tsx';
import type { Draft } from './bulk-draft.ts';
import { TARGETS, targetFilterOf, type BulkSearch } from './bulk-search.ts';
import { FileFields } from './file-fields.tsx';

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
          { value: 'ids', label: 'Pasted ids' },
          { value: 'file', label: 'From a file' },
        ]}
        value={search.whom ?? 'match'}
        onChange={(value) =>
          onSearch({ whom: value === 'ids' || value === 'file' ? value : undefined })
        }
      />
      {search.whom === undefined && <MatchFields {...props} />}
      {search.whom === 'ids' && <PastedField draft={draft} onDraft={onDraft} />}
      {search.whom === 'file' && <FileFields draft={draft} onDraft={onDraft} />}
    </Box>
  );
}

function PastedField({ draft, onDraft }: Pick<TargetFieldsProps, 'draft' | 'onDraft'>) {
  const { ids, wrong, repeated } = readIds(draft.ids);
  const named = wrong.slice(0, 3).join(', ');
  return (
    <Box sx={{ width: '100%', maxWidth: 640, display: 'grid', gap: 0.5 }}>
      <TextInput
        multiline
        label="Ids of the Entities"
        value={draft.ids}
        autoComplete="off"
        spellCheck={false}
        error={
          wrong.length === 0
            ? null
            : `${formatCount(wrong.length, 'text is not an id and is', 'texts are not ids and are')} left out: ${named}${wrong.length > 3 ? ' …' : ''}`
        }
        helper={`Separated by spaces, commas or lines; at most ${formatNumber(BULK_MAX)}.`}
        onChange={(event) => onDraft({ ids: event.target.value })}
      />
      {ids.length > 0 && (
        <Typography variant="body2">
          {formatCount(ids.length, 'id', 'ids')}
          {repeated > 0 && `, ${formatNumber(repeated)} repeated and taken once`}.
        </Typography>
      )}
    </Box>
  );
}

function MatchFields({ search, onSearch, collectives }: TargetFieldsProps) {
  const facets = useQuery({
    ...query(ENTITY_LIST_ROUTES.entityFacets, { query: targetFilterOf(search) ?? {} }),
    placeholderData: keepPreviousData,
  });
  const everything = targetFilterOf({ ...search, all: undefined }) === null;
  const inCollectives = collectives.map(({ id, name, entityCount }) => ({
    value: id,
    label: name,
    count: entityCount,
  }));
  return (
    <Box sx={{ width: '100%' }}>
      <ListBar
        label="Which Entities"
        list={TARGETS}
        search={search}
        onSearch={onSearch}
        options={{ ...facetOptions(facets.data), collective: inCollectives }}
        read={facets}
      />
      {everything && (
        <Box
          component="label"
          sx={{ display: 'flex', gap: 0.75, alignItems: 'center', minHeight: 28 }}
        >
          <input
            type="checkbox"
            checked={search.all === '1'}
            onChange={(event) => onSearch({ all: event.target.checked ? '1' : undefined })}
          />
          All Entities of the directory
        </Box>
      )}
    </Box>
  );
}
