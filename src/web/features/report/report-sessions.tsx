import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EXCEPTIONS, EXCLUSION_REASONS } from '../../../contract/console/report-exceptions.ts';
import type { FigureSession } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formatCount, formatDate, shortId } from '../../../domain/format.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../../domain/reports/exception-labels.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { pages } from '../../api/query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { MoreButton } from '../../components/older-rows.tsx';
import { Read, ReadBlock } from '../../components/read.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { collectivesLabel, hourSpan, type Names } from './group-labels.ts';
import {
  figureSearchOf,
  sessionFilterOf,
  type ReportPartProps,
  type ReportSearch,
  type SessionsSearch,
} from './report-search.ts';
import { SessionSheet } from './session-sheet.tsx';
import { FigureSessionTable } from './session-table.tsx';
import { ASK_AGAIN_MS, useFigures, useReport } from './use-report.ts';

/** The read of the sessions of an address, page after page. */
export const sessionsQuery = (search: ReportSearch) =>
  pages(
    REPORT_ROUTES.figureSessions,
    { query: { ...figureSearchOf(search), ...sessionFilterOf(search) } },
    (read) => {
      const last = read.at(-1);
      return last?.state === 'ready' && last.cursor !== null ? { cursor: last.cursor } : null;
    },
  );

/** Two Entities can have a session of the same id. */
const openedAs = ({ entityId, id }: FigureSession) => `${entityId}.${id}`;

interface Choice<Value> {
  value: Value;
  label: string;
}

const COUNTED: readonly Choice<NonNullable<ReportSearch['counted']>>[] = [
  { value: 'no', label: 'all in no total' },
  ...EXCLUSION_REASONS.map((value) => ({
    value,
    label: `in no total: ${EXCLUSION_REASON_LABELS[value].toLowerCase()}`,
  })),
  { value: 'all', label: 'all sessions' },
];
const KINDS: readonly Choice<NonNullable<ReportSearch['exception']>>[] = [
  { value: 'doubtful', label: 'any that makes the energy doubtful' },
  ...EXCEPTIONS.map((value) => ({ value, label: EXCEPTION_LABELS[value] })),
];

/** The sessions of a report: those that count, until others are asked for. */
export function SessionsPart({ search, onSearch }: ReportPartProps) {
  const report = useReport({ search, onSearch });
  const { figures } = useFigures(search, report);
  const names = useCollectiveNames();
  const read = useInfiniteQuery({
    ...sessionsQuery(search),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.state === 'computing') === true ? ASK_AGAIN_MS : false,
  });
  const known = read.data?.pages.flatMap((page) => (page.state === 'ready' ? [page] : []));
  const sessions = known?.flatMap((page) => page.sessions) ?? [];
  const { count = 0 } = known?.[0] ?? {};
  const chips = chipsOf(search, sessions[0], names);
  const currency = figures?.currency ?? null;
  const { zone, rule } = report.definition;
  const filter = (change: SessionsSearch) => onSearch({ ...change, session: undefined });
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        component="fieldset"
        aria-label="Filters"
        className="no-print"
        sx={{ border: 0, m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        <SelectField
          label="Sessions"
          any="that count"
          value={search.counted}
          options={COUNTED}
          onChange={(value) =>
            filter({ counted: COUNTED.find((choice) => choice.value === value)?.value })
          }
        />
        <SelectField
          label="Exception"
          any="with or without"
          value={search.exception}
          options={KINDS}
          onChange={(value) =>
            filter({ exception: KINDS.find((choice) => choice.value === value)?.value })
          }
        />
        {chips.map(({ label, clear }) => (
          <Button
            key={label}
            variant="outlined"
            color="inherit"
            endIcon={<CloseIcon />}
            aria-label={`Remove the filter ${label}`}
            onClick={() => filter(Object.fromEntries(clear.map((name) => [name, undefined])))}
          >
            {label}
          </Button>
        ))}
      </Box>
      {known === undefined || known.length === 0 ? (
        <ReadBlock read={read} what="the sessions" rows={12} />
      ) : (
        <Read query={{ ...read, data: sessions }} what="the sessions">
          {(list) =>
            list.length === 0 ? (
              <EmptyState title="No sessions.">
                {chips.length > 0 || search.exception !== undefined || search.counted !== undefined
                  ? 'None matches all filters above.'
                  : 'None counts in this period.'}
              </EmptyState>
            ) : (
              <>
                <Typography variant="body2" color="textSecondary">
                  {formatCount(count, 'session', 'sessions')}
                  {rule === 'split' &&
                    chips.length > 0 &&
                    '. Of one that is split, only its part in this group counts here'}
                </Typography>
                <FigureSessionTable
                  sessions={list}
                  zone={zone}
                  currency={currency}
                  {...((rule === 'split' || chips.length > 0) && {
                    counted: chips.length > 0 ? 'Energy in this group' : 'Energy in the period',
                  })}
                  onOpen={(session) => onSearch({ session: openedAs(session) })}
                />
              </>
            )
          }
        </Read>
      )}
      <MoreButton list={read}>Read more sessions</MoreButton>
      {search.session !== undefined && known !== undefined && (
        <SessionSheet
          session={sessions.find((one) => openedAs(one) === search.session)}
          zone={zone}
          currency={currency}
          onClose={() => onSearch({ session: undefined })}
        />
      )}
    </Box>
  );
}

interface Chip {
  label: string;
  /** What is removed with it. */
  clear: readonly (keyof SessionsSearch)[];
}

const WITHOUT_LABELS = {
  collectives: 'In no chosen Collective',
  location: 'No Location matched',
  address: 'No address reported',
} as const;

/** The filters that a row of groups set. @param found a session of them, which has their names */
function chipsOf(search: SessionsSearch, found: FigureSession | undefined, names: Names): Chip[] {
  const { inEntity, inCollectives, inLocation, inAddress, without } = search;
  const { inFrom, inTo, inHour, inWeekday } = search;
  const dates = [
    ...new Set([inFrom, inTo].flatMap((date) => (date === undefined ? [] : formatDate(date)))),
  ];
  const chips: [label: string | undefined, ...clear: (keyof SessionsSearch)[]][] = [
    [inEntity && (found?.entityName ?? shortId(inEntity)), 'inEntity'],
    [inCollectives && collectivesLabel(inCollectives, names), 'inCollectives'],
    [inLocation && (found?.locationLabel ?? shortId(inLocation)), 'inLocation'],
    [inAddress, 'inAddress'],
    [without && WITHOUT_LABELS[without], 'without'],
    [dates.length === 0 ? undefined : dates.join(' to '), 'inFrom', 'inTo'],
    [inWeekday === undefined ? undefined : weekdayName(inWeekday), 'inWeekday'],
    [inHour === undefined ? undefined : hourSpan(inHour), 'inHour'],
  ];
  return chips.flatMap(([label, ...clear]) => (label ? [{ label, clear }] : []));
}
