import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { Facet } from '../../../contract/console/directory-list.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { IDS_MAX, type DefinitionForm } from '../../../domain/reports/definition-form.ts';
import { query } from '../../api/query.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { CheckList } from '../../components/check-list.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { PastedIds } from '../entity-choice/pasted-ids.tsx';

interface ScopeFieldsProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
  /** Number of pasted ids that do not fit into the address. */
  leftOut: number;
}

interface Option {
  value: string;
  label: string;
  count?: number;
}

/** The options plus selected values that are not among them, such as those of a link. */
function withChosen(
  options: readonly Option[],
  chosen: readonly string[],
  nameOf: (value: string) => string,
): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const strangers = chosen.filter((value) => !known.has(value));
  return [
    ...strangers.map((value) => ({ value, label: `${nameOf(value)} (not in the directory)` })),
    ...options,
  ];
}

function typeOptions(facet: Facet | undefined): Option[] {
  return (facet?.values ?? [])
    .filter(({ value }) => value !== NO_VALUE)
    .map((each) => ({ ...each, label: typeLabel(each.value) }));
}

/** Tags of Entities, and tags that only Collectives have. */
function tagOptions(
  facet: Facet | undefined,
  collectives: readonly DirectoryCollectiveRecord[],
): Option[] {
  const ofEntities = new Set((facet?.values ?? []).map(({ value }) => value));
  const others = new Set(collectives.flatMap(({ tags }) => tags));
  return [...ofEntities, ...[...others].filter((tag) => !ofEntities.has(tag))]
    .filter((tag) => tag !== NO_VALUE)
    .map((tag) => ({ value: tag, label: tag }));
}

const WHOLE = [
  { value: 'whole', label: 'Whole fleet' },
  { value: 'parts', label: 'Parts of it' },
];

/** The Entities of a report: the whole fleet, or parts of it. */
export function ScopeFields(props: ScopeFieldsProps) {
  const { form, onForm } = props;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <ChoiceChips
        label="Which Entities"
        choices={WHOLE}
        value={form.whole ? 'whole' : 'parts'}
        onChange={(value) => onForm({ whole: value === 'whole' })}
        required
      />
      {form.whole ? (
        <Typography variant="body2" color="textSecondary">
          Every Entity that the directory has on the day of the run.
        </Typography>
      ) : (
        <Parts {...props} />
      )}
    </Box>
  );
}

/** Collectives, types, tags and pasted ids combined. */
function Parts({ form, onForm, leftOut }: ScopeFieldsProps) {
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const facets = useQuery(query(ENTITY_LIST_ROUTES.entityFacets));
  const failed = collectives.error ?? facets.error;
  const known = collectives.data?.collectives ?? [];
  const reading = collectives.data === undefined || facets.data === undefined;
  const onIds = useCallback((ids: string) => onForm({ ids }), [onForm]);
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary">
        Each Entity is read once, even if several of these include it.
      </Typography>
      {failed !== null && (
        <ErrorPanel
          what="The directory could not be read"
          error={failed}
          onRetry={() => {
            void collectives.refetch();
            void facets.refetch();
          }}
          retrying={collectives.isFetching || facets.isFetching}
        />
      )}
      {reading && failed === null && <RowsSkeleton what="the directory" rows={3} />}
      {!reading && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            '& > :first-of-type': { gridColumn: '1 / -1' },
          }}
        >
          <CheckList
            legend="Collectives"
            find="Find a Collective"
            none="The directory has no Collectives."
            options={withChosen(
              known.map(({ id, name, entityCount }) => ({
                value: id,
                label: name,
                count: entityCount,
              })),
              form.collectives,
              shortId,
            )}
            chosen={form.collectives}
            onChange={(chosen) => onForm({ collectives: chosen })}
          />
          <CheckList
            legend="Types"
            find="Find a type"
            none="No types are known."
            options={withChosen(typeOptions(facets.data.type), form.types, typeLabel)}
            chosen={form.types}
            onChange={(types) => onForm({ types })}
          />
          <CheckList
            legend="Tags, also of Collectives"
            find="Find a tag"
            none="The directory has no tags."
            options={withChosen(tagOptions(facets.data.tag, known), form.tags, String)}
            chosen={form.tags}
            onChange={(tags) => onForm({ tags })}
          />
        </Box>
      )}
      <PastedIds leavesOut text={form.ids} onText={onIds} max={IDS_MAX}>
        {leftOut > 0 &&
          ' Too many for the address of this page: a link leaves them out. Save the definition to share it.'}
      </PastedIds>
    </Box>
  );
}
