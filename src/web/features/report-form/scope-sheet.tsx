import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { Facet } from '../../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import type { ReportScope } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formatCount, formatNumber, shortId, typeLabel } from '../../../domain/format.ts';
import { IDS_MAX, type DefinitionForm } from '../../../domain/reports/definition-form.ts';
import { scopeLabel } from '../../../domain/reports/report-labels.ts';
import { capital } from '../../../lib/sentence.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query } from '../../api/query.ts';
import { CheckList } from '../../components/check-list.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { Live } from '../../components/live.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { PastedIds } from '../entity-choice/pasted-ids.tsx';
import type { Define } from './use-define.ts';

/** How many Entities a scope selects. @param scope null: none is chosen */
export function useScope(scope: ReportScope | null) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...query(REPORT_ROUTES.reportScope, scope === null ? null : { body: scope }),
    placeholderData: keepPreviousData,
  });
  const counted = scope === null || isPlaceholderData || error !== null ? undefined : data;
  return {
    counted,
    /** The previous result while reading, possibly of an earlier choice. */
    shown: scope === null ? undefined : data,
    error: scope === null ? null : error,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

/** The Entities of the form, counted. */
export type Scope = ReturnType<typeof useScope>;

/** Maximum number of unknown ids named. */
const NAMED = 3;

interface ScopeProps {
  define: Define;
  scope: Scope;
}

/** Empty while they are counted: the previous number belongs to another choice. */
const entitiesLabel = ({ counted }: Scope) =>
  counted === undefined ? null : formatCount(counted.entities, 'Entity', 'Entities');

function meantLabel(chosen: ReportScope, names: ReadonlyMap<string, string>): string {
  return chosen.fleet === true ? 'Whole fleet' : capital(scopeLabel(chosen, names));
}

/** A summary of the chosen Entities; opens the sheet that changes them. */
export function ScopeButton({ define, scope, onOpen }: ScopeProps & { onOpen: () => void }) {
  const names = useCollectiveNames();
  const { scope: chosen } = define.read;
  const label = chosen === null ? 'No Entity chosen' : meantLabel(chosen, names);
  return (
    <Button
      variant="outlined"
      color="inherit"
      aria-haspopup="dialog"
      onClick={onOpen}
      sx={{ maxWidth: '100%', textAlign: 'left' }}
    >
      {[label, entitiesLabel(scope)].filter((text) => text !== null).join(' · ')}
    </Button>
  );
}

interface ScopeSheetProps extends ScopeProps {
  /** Number of pasted ids that do not fit into the address. */
  leftOut: number;
  onClose: () => void;
}

/** Chooses the Entities of the report; the figures beside it follow. */
export function ScopeSheet({ define, scope, leftOut, onClose }: ScopeSheetProps) {
  const { form, put } = define;
  return (
    <SideSheet
      title="Entities of the report"
      onClose={onClose}
      footer={
        <>
          <Live sx={{ flex: 1, fontWeight: 600 }}>{entitiesLabel(scope)}</Live>
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ScopeFields form={form} onForm={put} leftOut={leftOut} />
      <UnknownIds define={define} scope={scope} />
    </SideSheet>
  );
}

/** Names ids unknown to the directory, and the effect. */
export function UnknownIds({ define, scope }: ScopeProps) {
  const ids = scope.shown?.unknown ?? [];
  if (ids.length === 0) return null;
  const { collectives } = define.form;
  const ofCollectives = ids.filter((id) => collectives.includes(id));
  const ofEntities = ids.filter((id) => !collectives.includes(id));
  return (
    <Box component="output" sx={{ ...noticeStyles, p: 1, fontSize: '0.8125rem' }}>
      {ofEntities.length > 0 && (
        <span>
          {formatCount(ofEntities.length, 'id is', 'ids are')} unknown to the directory:{' '}
          {named(ofEntities)}. Such Entities are read anyway; the Service may not know them.
        </span>
      )}
      {ofCollectives.length > 0 && (
        <span>
          {formatCount(ofCollectives.length, 'Collective is', 'Collectives are')} unknown to the
          directory: {named(ofCollectives)}. Nothing is read for them.
        </span>
      )}
    </Box>
  );
}

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  const first = ids.slice(0, NAMED).map((id) => shortId(id));
  return `${first.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

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
  tags: readonly string[],
  collectives: readonly DirectoryCollectiveRecord[],
): Option[] {
  const ofEntities = new Set(tags);
  const others = new Set(collectives.flatMap((each) => each.tags));
  return [...ofEntities, ...[...others].filter((tag) => !ofEntities.has(tag))]
    .filter((tag) => tag !== NO_VALUE)
    .map((tag) => ({ value: tag, label: tag }));
}

const WHOLE = [
  { value: 'whole', label: 'Whole fleet' },
  { value: 'parts', label: 'Parts of it' },
];

/** The Entities of a report: the whole fleet, or parts of it. */
function ScopeFields(props: ScopeFieldsProps) {
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
