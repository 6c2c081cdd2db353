import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formatCount } from '../../../domain/format.ts';
import { formOf } from '../../../domain/reports/definition-form.ts';
import { mutation, query } from '../../api/query.ts';
import { reportRunQuery, useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { PhoneAction } from '../../components/phone-action.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { AdvancedPart } from './advanced-part.tsx';
import { DefineBar } from './define-bar.tsx';
import { searchKey, type DefineSearch } from './define-search.ts';
import { DraftFigures, useDrafted } from './draft-figures.tsx';
import { PeriodDays } from './period-field.tsx';
import { SaveSheet } from './save-sheet.tsx';
import { useScope } from './scope-sheet.tsx';
import { problemOf, startOf, startWith, useDefine, type Define, type Start } from './use-define.ts';

interface DefinePageProps {
  search: DefineSearch;
  onSearch: (search: DefineSearch) => void;
  /** Opens the page of a run that was started. */
  onBegun: (runId: string) => void;
}

/** Defines a report: Entities, period and counting rules, all stored in the address. */
export function DefinePage({ search, onSearch, ...rest }: DefinePageProps) {
  const key = searchKey(search);
  const [seen, setSeen] = useState(key);
  const [sent, setSent] = useState(key);
  const [epoch, setEpoch] = useState(0);
  if (key !== seen) {
    setSeen(key);
    // An address not written from here comes from a link or the back button: show it.
    if (key !== sent) {
      setSent(key);
      setEpoch(epoch + 1);
    }
  }
  const send = useCallback(
    (next: DefineSearch) => {
      setSent(searchKey(next));
      onSearch({ d: undefined, saved: undefined, run: undefined, ...next });
    },
    [onSearch],
  );
  return <Loader key={epoch} search={search} onSearch={send} {...rest} />;
}

/** Reads the initial form if the address only names it. */
function Loader(props: DefinePageProps) {
  const { search } = props;
  const [start, setStart] = useState<Start | null>(() => startOf(search, browserZone()));
  const { saved, run } = search;
  const ofRun = saved === undefined && run !== undefined;
  const definitions = useQuery({
    ...query(REPORT_ROUTES.reportDefinitions),
    enabled: saved !== undefined,
  });
  const runRead = useQuery(reportRunQuery(start === null && ofRun ? run : undefined));
  const found = definitions.data?.definitions.find(({ id }) => id === saved)?.definition;
  const record = ofRun ? runRead.data?.definition : found;
  if (start === null && record !== undefined) setStart(startWith(formOf(record)));
  if (start !== null) return <DefineForm {...props} start={start} />;
  const read = ofRun ? runRead : definitions;
  return (
    <>
      <DefineHeader />
      {read.data !== undefined && record === undefined ? (
        <EmptyState title="This definition no longer exists.">
          <Typography variant="body2">
            It was deleted, or the link is wrong.{' '}
            <AppLink to="/reports/new">Start a new one</AppLink> or see{' '}
            <AppLink to="/reports">all reports</AppLink>.
          </Typography>
        </EmptyState>
      ) : (
        <ReadBlock read={read} what="the definition" rows={5} />
      )}
    </>
  );
}

/** The definition in a line, and its figures below. */
function DefineForm(props: DefinePageProps & { start: Start }) {
  const { start, search, onSearch, onBegun } = props;
  const define = useDefine(start, search, onSearch);
  const { allowed, reason: denial } = usePermission('run-reports');
  const { form, put, read, link } = define;
  const scope = useScope(read.scope);
  const entities = scope.counted?.entities ?? 0;
  const [isSaving, setSaving] = useState(false);
  const problem = problemOf(define);
  const isReady = problem === null && allowed && entities > 0;
  const drafted = useDrafted(isReady ? read.definition : null, entities);
  const making = useMutation({ ...mutation(REPORT_ROUTES.startReport), ...useKeptRun() });
  const make = () => {
    const { base, same, name } = define;
    if (read.definition === null) return;
    const isSaved = same && name.trim() === base?.name;
    const saved = isSaved ? { id: base.id, version: base.version } : null;
    making.mutate(
      { body: { definition: read.definition, saved, draft: drafted.run?.id } },
      { onSuccess: (run) => onBegun(run.id) },
    );
  };
  // The address of a saved definition names it, whatever its content.
  const leftOut = define.same ? 0 : link.leftOut;
  return (
    <>
      <DefineHeader
        actions={
          <>
            <PermittedButton
              denial={denial}
              variant="outlined"
              color="inherit"
              aria-haspopup="dialog"
              onClick={() => setSaving(true)}
            >
              Save and share
            </PermittedButton>
            <PhoneAction>
              <PermittedButton
                denial={denial}
                variant="contained"
                disabled={allowed && (!isReady || making.isPending)}
                onClick={make}
              >
                {making.isPending ? 'Making the report' : 'Make the report'}
              </PermittedButton>
            </PhoneAction>
          </>
        }
      >
        <PeriodDays form={form} read={read} />
      </DefineHeader>
      <Notices isBroken={start.isBroken} define={define} />
      {making.error !== null && <NotMade error={making.error} />}
      <DefineBar define={define} scope={scope} leftOut={leftOut} />
      <AdvancedPart form={form} onForm={put} read={read} />
      <Box sx={{ mt: 2 }}>
        <DraftFigures
          problem={problem}
          denial={denial}
          scope={scope}
          grouping={form.grouping}
          drafted={drafted}
        />
      </Box>
      {isSaving && <SaveSheet define={define} leftOut={leftOut} onClose={() => setSaving(false)} />}
    </>
  );
}

/** The page title, shown before the form is. */
function DefineHeader({ actions, children }: { actions?: ReactNode; children?: ReactNode }) {
  return (
    <PageHeader
      title="New report"
      above={<AppLink to="/reports">Reports</AppLink>}
      actions={actions}
    >
      {children}
    </PageHeader>
  );
}

function NotMade({ error }: { error: Error }) {
  const isUnclear = mayBeDone(error);
  return (
    <ErrorPanel
      what={isUnclear ? 'It is not known whether the report was made' : 'The report was not made'}
      error={error}
    >
      <Typography variant="body2">
        Your input is kept.
        {isUnclear && (
          <>
            {' '}
            <AppLink to="/reports">The list of reports</AppLink> shows whether it was made.
          </>
        )}
      </Typography>
    </ErrorPanel>
  );
}

/** Notices about the origin of the form. */
function Notices({ isBroken, define }: Pick<Start, 'isBroken'> & { define: Define }) {
  const { leftOut } = define;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {isBroken && (
        <Notice>
          The link is not a valid definition, so the form has the whole fleet and the last month.
        </Notice>
      )}
      {define.gone && (
        <Notice>
          The saved definition was deleted. Your input is kept and can be saved as a new one.
        </Notice>
      )}
      {leftOut > 0 && (
        <Notice>
          <span>
            The link leaves out {formatCount(leftOut, 'id that does', 'ids that do')} not fit into
            an address. Ask the sender to save the definition and send its link, or add the ids
            yourself.
          </span>
          <Button variant="outlined" color="inherit" onClick={define.goOnWithout}>
            Continue without the missing ids
          </Button>
        </Notice>
      )}
    </Box>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Box component="output" sx={{ ...noticeStyles, fontSize: '0.8125rem' }}>
      {children}
    </Box>
  );
}
