import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportScope } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { scopeLabel } from '../../../domain/reports/report-labels.ts';
import { capital } from '../../../lib/sentence.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query } from '../../api/query.ts';
import { noticeStyles } from '../../components/field-styles.ts';
import { Live } from '../../components/live.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { ScopeFields } from './scope-fields.tsx';
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
