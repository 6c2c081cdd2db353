import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Figures } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { IDEMPOTENCY_HEADER } from '../../../contract/console/headers.ts';
import { formatCount, formatDateTime, formatNumber } from '../../../domain/format.ts';
import { DAY_MS } from '../../../domain/instant.ts';
import { EXCEPTION_LABELS } from '../../../domain/reports/exception-labels.ts';
import { shownEnergy, shownMoney, together } from '../../../domain/reports/shown-figures.ts';
import { dateIn } from '../../../domain/time.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { missingText } from './basis-note.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { unitLabel } from './group-table.tsx';
import { figureSearchOf, type ReportSearch } from './report-search.ts';

interface SealDialogProps {
  search: ReportSearch;
  title: string;
  /** In words. */
  period: string;
  zone: string;
  figures: Figures;
  onClose: () => void;
}

/** Asks before a report is sealed, which is final: with which totals, and which findings are open. */
export function SealDialog(props: SealDialogProps) {
  const { search, title, period, zone, onClose } = props;
  // What the operator agrees to stays as it was shown when the dialog opened.
  const [{ key, figures }] = useState(() => ({ key: randomId(), figures: props.figures }));
  const own = useZone();
  const today = dateIn(own, useNow(DAY_MS));
  const [until, setUntil] = useState('');
  const [isComplete, setComplete] = useState(true);
  const isDate = isComplete && (until === '' || until >= today);
  const seal = useMutation(mutation(REPORT_ROUTES.sealFigures));
  const { totals, currency, basis } = figures;
  const open = figures.exceptions.filter((each) => each.open > 0);
  const missing = missingText(basis);
  const all = together(totals);
  const isUnknown = seal.error !== null && mayBeDone(seal.error);
  return (
    <ConfirmDialog
      title={`Seal “${title}”`}
      act="Seal the report"
      working="Sealing"
      sending={seal}
      failed={
        isUnknown ? 'It is not known whether the report was sealed' : 'The report was not sealed'
      }
      advice={
        isUnknown
          ? 'Pressing the button again is safe: the report is sealed once.'
          : 'If figures changed since they were shown, close this and look at them again.'
      }
      keep="Not yet"
      over={seal.isSuccess}
      ready={isDate}
      notReady="Enter the whole last day, or none."
      onConfirm={() =>
        seal.mutate({
          body: {
            search: figureSearchOf(search),
            totals,
            keep: until === '' ? null : { until, zone: own },
          },
          headers: { [IDEMPOTENCY_HEADER]: key },
        })
      }
      onClose={onClose}
    >
      {seal.data !== undefined ? (
        <Typography>
          The report is sealed.{' '}
          <TextLink to="/reports/sealed/$id" params={{ id: seal.data.id }}>
            Open the sealed report
          </TextLink>
        </Typography>
      ) : (
        <>
          <FactList>
            <Fact name="Period">{period}</Fact>
            <Fact name="Energy">
              {totals.length === 0
                ? 'none'
                : totals
                    .map(({ unit, energy }) => `${shownEnergy(energy)} ${unitLabel(unit)}`)
                    .join(' + ')}
            </Fact>
            {currency !== null && (
              <Fact name="Cost">
                {shownMoney(all.cost)} {currency}
              </Fact>
            )}
            <Fact name="Sessions">{formatNumber(all.sessions)}</Fact>
            <Fact name="Open findings">
              {open.length === 0
                ? 'none'
                : open.map((each) => (
                    <div key={each.kind}>
                      {EXCEPTION_LABELS[each.kind]}: {formatCount(each.open, 'session', 'sessions')}
                    </div>
                  ))}
            </Fact>
            {missing !== null && <Fact name="Missing">{missing}</Fact>}
            {basis.provisionalFrom !== null && (
              <Fact name="Provisional">
                Figures from {formatDateTime(basis.provisionalFrom, zone)} on may still grow.
              </Fact>
            )}
          </FactList>
          <TextInput
            label="Keep until"
            type="date"
            min={today}
            value={until}
            error={isDate ? null : 'Enter a day that is not over yet.'}
            helper="The last day. After it the sealed report is deleted. Empty: it is kept for ever."
            onChange={({ target }) => {
              setUntil(target.value);
              setComplete(!target.validity.badInput);
            }}
          />
          <Typography variant="body2">
            Totals, groups, sessions and their manifest are stored and hashed, and never change.
          </Typography>
        </>
      )}
    </ConfirmDialog>
  );
}
