import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import {
  OPERATOR_ROUTES,
  type OperatorDetail,
  type OperatorSession,
} from '../../../contract/console/operators.ts';
import { mutation } from '../../api/query.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

const COLUMNS: readonly Column<OperatorSession>[] = [
  column(
    'browser',
    'Browser',
    { phone: 'name' },
    ({ browser, isOwn }) => browserName(browser) + (isOwn ? ' · this one' : ''),
  ),
  column(
    'address',
    'Address',
    { width: '170px', phone: 'line' },
    ({ address }) => address ?? 'unknown',
  ),
  column('started', 'Signed in', { width: '170px' }, ({ startedAt }) => (
    <DateTimeText instant={startedAt} />
  )),
  column('used', 'Last use', { width: '170px', phone: 'line' }, ({ lastUsedAt }) => (
    <DateTimeText instant={lastUsedAt} />
  )),
];

/** The sessions of an operator, each of which can be ended. */
export function SessionsSection({ operator }: { operator: OperatorDetail }) {
  const ending = useMutation(mutation(OPERATOR_ROUTES.endSession));
  const end = ({ id, isOwn }: OperatorSession) =>
    isOwn ? (
      'Sign out ends it'
    ) : (
      <Button
        color="inherit"
        sx={{ ml: -1, px: 1, minWidth: 0 }}
        disabled={ending.isPending}
        onClick={() => ending.mutate({ params: { id: operator.id, session: id } })}
      >
        End
      </Button>
    );
  return (
    <Section title="Sessions">
      <ErrorPanel what="The session was not ended" error={ending.error} />
      {operator.sessions.length === 0 ? (
        <EmptyState title="There is no session." />
      ) : (
        <DataTable
          label="Sessions"
          columns={[...COLUMNS, column('end', 'Actions', { width: '140px', phone: 'end' }, end)]}
          rows={operator.sessions}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  );
}

const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser in words, by how it names itself; one that is not known verbatim. */
function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
