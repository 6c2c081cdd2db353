import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { ReportBasis } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formatCount, formatDate, formatDateTime } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { Live } from '../../components/live.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { figureSearchOf, type ReportSearch } from './report-search.ts';

const entities = (count: number) => formatCount(count, 'Entity', 'Entities');

/** What is missing in figures that can be read, in a sentence; null: nothing. */
export function missingText({ unread, failed }: ReportBasis): string | null {
  const parts = [
    unread > 0 && `sessions of ${entities(unread)} were never read`,
    failed > 0 && `those of ${entities(failed)} could not be read the last time`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `Partial: ${parts.join(', and ')}.`;
}

/** What is known of the sessions behind the figures, in sentences. */
export function basisTexts({ basis, zone }: { basis: ReportBasis; zone: string }): string[] {
  const { uncaptured, archived, offboarded, erased, knownLate } = basis;
  const { oldestReadAt, provisionalFrom } = basis;
  return [
    `${entities(basis.entities)}.`,
    uncaptured > 0 && `The sessions of ${entities(uncaptured)} are not captured.`,
    archived > 0 &&
      `${formatCount(archived, 'archived Entity has', 'archived Entities have')} sessions in this period, which count only where the Entity is named.`,
    offboarded > 0 &&
      `${formatCount(offboarded, 'Entity is', 'Entities are')} offboarded: what was known counts.`,
    erased > 0 && `The sessions of ${entities(erased)} were erased, and are in no figure.`,
    knownLate !== null &&
      `Sessions of ${entities(knownLate.entities)} are known only from ${formatDate(dateIn(zone, Date.parse(knownLate.from)))}.`,
    oldestReadAt !== null && `Sessions as of ${formatDateTime(oldestReadAt, zone)} or later.`,
    provisionalFrom !== null &&
      `Provisional: figures from ${formatDateTime(provisionalFrom, zone)} on may still grow.`,
  ].filter((text) => text !== false);
}

interface BasisNoteProps {
  basis: ReportBasis;
  /** Time zone of the report. */
  zone: string;
  search: ReportSearch;
}

/** How far the sessions behind a report are known, and the way to read what is missing. */
export function BasisNote({ basis, zone, search }: BasisNoteProps) {
  const { reason } = usePermission('run-reports');
  const reading = useMutation(mutation(REPORT_ROUTES.readMissing));
  const missing = missingText(basis);
  return (
    <Box sx={{ display: 'grid', gap: 1, my: 1 }}>
      {missing !== null && (
        <Box sx={{ ...noticeStyles, py: 0.75, fontSize: '0.8125rem' }}>
          <span>
            {missing} <TextLink to="/settings/fleet">Fleet data</TextLink> says why.
          </span>
          <PermittedButton
            denial={reason}
            variant="outlined"
            color="inherit"
            className="no-print"
            disabled={reason === null && reading.isPending}
            onClick={() => reading.mutate({ body: { search: figureSearchOf(search) } })}
          >
            Read them now
          </PermittedButton>
          <Live>
            {reading.data !== undefined &&
              `${formatCount(reading.data.queued, 'read', 'reads')} requested; the figures follow.`}
          </Live>
        </Box>
      )}
      {reading.error !== null && <ErrorPanel what="Nothing was requested" error={reading.error} />}
      <Typography variant="caption" color="textSecondary">
        {basisTexts({ basis, zone }).join(' ')}
      </Typography>
    </Box>
  );
}
