import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { BULK_MAX } from '../../../contract/console/job.ts';
import { query } from '../../api/query.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { facetOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ChooseEntities } from '../entity-choice/choose-entities.tsx';
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
