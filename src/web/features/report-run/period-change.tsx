import { useQuery } from '@tanstack/react-query';
import type { ReportSums } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatPeriod } from '../../../domain/format-period.ts';
import { errorText } from '../../api/errors.ts';
import { reportBeforeQuery } from '../../api/report-queries.ts';
import { ChangeMark } from '../../components/change-mark.tsx';
import { Fact } from '../../components/fact-list.tsx';
import { Hint } from '../../components/hint.tsx';
import { notComparedText, saidChange, type Figure, type SaidChange } from './change-against.ts';
import { unitLabel } from './group-rows.ts';

interface PeriodChangeProps {
  run: ReportRun;
  /** Of the run, in one unit. */
  sums: ReportSums;
  figure: Figure;
  /** Whether another draft has replaced it, so that it is not read any further. */
  isReplaced: boolean;
}

/** A no-break space: reserves the height of the line. */
const NOTHING_YET = '\u00A0';

const oneLine = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** The change of a figure since the period before, in one line; for an incomplete run, that it is incomplete. */
export function PeriodChange({ run, sums, figure, isReplaced }: PeriodChangeProps) {
  const query = reportBeforeQuery(run);
  const { data: before, error } = useQuery(isReplaced ? { ...query, enabled: false } : query);
  if (run.state !== 'complete') return 'partial';
  if (before === undefined) {
    if (error === null) return NOTHING_YET;
    const { title, detail } = errorText(error);
    return <Said said={{ change: null, text: 'not compared', hint: `${title}. ${detail}` }} />;
  }
  return <Said said={saidChange(run, before, sums, figure)} />;
}

function Said({ said: { change, text, hint } }: { said: SaidChange }) {
  return (
    // A new key per text: otherwise the old text would move aside for the arrow.
    <Hint key={text} text={hint} sx={oneLine}>
      {change !== null && (
        <>
          <ChangeMark change={change} />{' '}
        </>
      )}
      {text}
    </Hint>
  );
}

const NAMES = {
  sessions: 'sessions',
  energy: 'energy',
  cost: 'cost',
  duration: 'duration',
} as const;

/** The changes of all figures for paper, which has no hints. */
export function PrintedChanges({ run, totals }: { run: ReportRun; totals: readonly ReportSums[] }) {
  const { data: before } = useQuery(reportBeforeQuery(run));
  if (run.state !== 'complete' || totals.length === 0) return null;
  const name = `Against ${before === undefined ? 'the period before' : formatPeriod(before)}`;
  if (before === undefined || before.state === 'adding') {
    return <Fact name={name}>Not added up yet</Fact>;
  }
  if (before.state !== 'known') {
    return <Fact name={name}>{notComparedText(before, run.definition.zone)}</Fact>;
  }
  const figures: readonly Figure[] = [
    'sessions',
    'energy',
    ...(run.tariff === null ? [] : (['cost'] as const)),
    'duration',
  ];
  return (
    <Fact name={name}>
      {totals.map((sums) => (
        <div key={sums.unit ?? ''}>
          {totals.length > 1 && `${unitLabel(sums.unit)}: `}
          {figures.map((figure, at) => {
            const { change, text } = saidChange(run, before, sums, figure);
            return (
              <span key={figure}>
                {at > 0 && ', '}
                {NAMES[figure]} {change === null ? text : <ChangeMark change={change} />}
              </span>
            );
          })}
        </div>
      ))}
    </Fact>
  );
}
