import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formOf } from '../../../domain/reports/definition-form.ts';
import { query } from '../../api/query.ts';
import { reportRunQuery } from '../../api/report-queries.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { browserZone } from '../../theme/preferences.ts';
import type { RenderAnswer } from './answer-part.tsx';
import { DefineForm, DefineHeader } from './define-form.tsx';
import { startOf, startWith, type Start } from './define-draft.ts';
import { searchKey, type DefineSearch } from './define-search.ts';

interface DefinePageProps {
  search: DefineSearch;
  onSearch: (search: DefineSearch) => void;
  /** Opens the page of a run that was started. */
  onBegun: (runId: string) => void;
  /** Opens the list of reports. */
  onGone: () => void;
  /** Renders the figures of a draft. */
  renderAnswer: RenderAnswer;
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
      onSearch(next);
    },
    [onSearch],
  );
  const restart = useCallback(
    (next: DefineSearch) => {
      // A changed address restarts the form.
      if (searchKey(next) === key) setEpoch((old) => old + 1);
      else onSearch(next);
    },
    [key, onSearch],
  );
  return <Loader key={epoch} search={search} onSearch={send} onRestart={restart} {...rest} />;
}

interface LoaderProps extends DefinePageProps {
  /** Restarts with the form in an address. */
  onRestart: (search: DefineSearch) => void;
}

/** Reads the initial form if the address only names it. */
function Loader(props: LoaderProps) {
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
  if (start === null && record !== undefined) setStart(startWith(formOf(record), 'record'));
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
