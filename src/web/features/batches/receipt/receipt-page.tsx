import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import {
  RECEIPT_ROUTES,
  type Receipt,
  type ReceiptContent,
} from '../../../../contract/console/receipt.ts';
import type { SweepItem } from '../../../../contract/console/sweep.ts';
import { countsLabel, stateCounts } from '../../../../domain/batch-outcome.ts';
import { tallyBatch, type Countable } from '../../../../domain/batch-tally.ts';
import { commandLabelWithValue } from '../../../../domain/command-rules.ts';
import { formatCount, formatNumber, shortId } from '../../../../domain/format.ts';
import { plannedTimeLine } from '../../../../domain/planned-time.ts';
import { resolutionMessage } from '../../../../domain/resolution-message.ts';
import { itemMessages } from '../../../api/errors.ts';
import { query } from '../../../api/query.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ServerMessages } from '../../../components/error-panel.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Read } from '../../../components/read.tsx';
import { Section } from '../../../components/section.tsx';
import { OutcomeMark } from '../../../components/status/outcome-mark.tsx';
import { TallyBar } from '../../../components/status/tally-bar.tsx';
import { stateSegments } from '../../../components/status/verdict-segments.ts';
import { ExactTimeText } from '../../../components/time-text.tsx';
import { ZoneDataNote } from '../../../components/zone-data-note.tsx';
import { useZone } from '../../../theme/preferences.ts';
import { BatchFacts } from '../batch-facts.tsx';
import { csvName } from '../batch-csv.ts';
import { batchTitle } from '../batch-labels.ts';
import { CsvButton } from '../csv-button.tsx';
import { receiptCsv } from './receipt-csv.ts';
import { ReceiptRows } from './receipt-rows.tsx';
import { ReceiptSeals } from './receipt-seals.tsx';
import { alsoCommandedIn, batchOfSeal } from './sealed-content.ts';

/** How often an unsealed receipt is read again, in ms. */
const UNSEALED_POLL_MS = 5000;

/** A batch's receipt, all of its ledger on one printable page; refreshed until it is sealed. */
export function ReceiptPage({ dispatchId }: { dispatchId: string }) {
  const receipt = useQuery({
    ...query(RECEIPT_ROUTES.receipt, { params: { id: dispatchId } }),
    refetchInterval: ({ state: { data, status } }) =>
      data?.seals.length === 0 && status !== 'error' ? UNSEALED_POLL_MS : false,
  });
  return (
    <>
      {receipt.data === undefined && (
        <PageHeader
          title={`Receipt of batch ${shortId(dispatchId)}`}
          above={<AppLink to="/batches">Activity</AppLink>}
        />
      )}
      <Read query={receipt} what="the receipt">
        {(data) => <KnownReceipt receipt={data} />}
      </Read>
    </>
  );
}

function KnownReceipt({ receipt }: { receipt: Receipt }) {
  const { content, seals } = receipt;
  const { batch, commands, members } = content;
  const zone = useZone();
  const also = alsoCommandedIn(content);
  const last = seals.at(-1);
  const without = commands.filter(({ row }) => row.commandId === null).length;
  return (
    <>
      <PageHeader
        title={`Receipt: ${batchTitle(batch)}`}
        above={
          <>
            <AppLink to="/batches">Activity</AppLink>
            {' / '}
            <AppLink to="/batches/$dispatchId" params={{ dispatchId: receipt.id }}>
              Batch
            </AppLink>
          </>
        }
        actions={
          <Box className="no-print" sx={{ display: 'flex', gap: 1 }}>
            <CsvButton
              name={csvName(batch).replace(/^batch/, 'receipt')}
              text={() => receiptCsv(receipt, zone)}
              record={{ what: 'receipt', id: batch.id, rows: commands.length }}
            >
              CSV
            </CsvButton>
            <Button color="inherit" startIcon={<PrintIcon />} onClick={() => window.print()}>
              Print
            </Button>
          </Box>
        }
      >
        <span>{batch.collectiveName ?? batch.collectiveId}</span>
        {last === undefined ? (
          <span>Not sealed yet, the batch can still change</span>
        ) : (
          <span>
            Sealed <ExactTimeText instant={last.sealedAt} />, revision {last.revision}
          </span>
        )}
      </PageHeader>
      <Outcome content={content} />
      <BatchFacts batch={batchOfSeal(content)} />
      <Request content={content} />
      <Section title={last === undefined ? 'Tally so far' : 'Final tally'}>
        <Tally content={content} />
      </Section>
      <Sweeps sweeps={content.sweeps} />
      <Section
        title={`Entities and Commands (${formatNumber(commands.length)})`}
        aside={
          <Typography variant="body2" color="textSecondary">
            {formatCount(members.length, 'member', 'members')} known at the send
            {also.size > 0 && ` · ${formatNumber(also.size)} also commanded`}
            {without > 0 && `, ${formatNumber(without)} without a Command`}
          </Typography>
        }
      >
        <ReceiptRows rows={commands} also={also} />
      </Section>
      <ReceiptSeals receipt={receipt} />
    </>
  );
}

function Outcome({ content }: { content: ReceiptContent }) {
  const { batch, upstreamStatus } = content;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start', fontSize: '0.8125rem' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <OutcomeMark outcome={batch.outcome} />
        {upstreamStatus !== null && <span>The Service answered with status {upstreamStatus}.</span>}
      </Box>
      {batch.refusal !== null && (
        <ServerMessages
          messages={batch.refusal.errors.flatMap(itemMessages)}
          source={upstreamStatus === null ? 'console' : 'service'}
        />
      )}
      {batch.unknownCause !== null && <span>Cause: {batch.unknownCause}</span>}
      {batch.resolution !== null && (
        <span>
          {batch.resolution.words ?? resolutionMessage(batch.resolution)} Checked{' '}
          <ExactTimeText instant={batch.resolution.finishedAt} />.
        </span>
      )}
    </Box>
  );
}

function Request({ content: { batch, bodyHash } }: { content: ReceiptContent }) {
  return (
    <Section title="Request">
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
        {batch.items.map((item, at) => (
          <li key={`${at} ${item.triggerTime ?? ''}`}>
            {commandLabelWithValue(item)}
            {item.triggerTime === null
              ? ', to be executed at once'
              : ` at ${plannedTimeLine(item)}`}
            <ZoneDataNote item={item} />
          </li>
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
        Hash of the request: {bodyHash}
      </Typography>
    </Section>
  );
}

/** The outcome of the known Entities, and separately of those named only in the answer. */
function Tally({ content }: { content: ReceiptContent }) {
  const also = alsoCommandedIn(content);
  const rows = content.commands.map(({ row }) => row);
  const members = rows.filter(({ entityId }) => !also.has(entityId));
  const strangers = rows.filter(({ entityId }) => also.has(entityId));
  const known =
    content.batch.outcome === 'accepted'
      ? members
      : members.filter(({ commandId }) => commandId !== null);
  if (known.length + strangers.length === 0) {
    return <Typography variant="body2">No Commands of this batch are known.</Typography>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TallyBar segments={stateSegments(statesOf(known))} />
      <Typography variant="body2">
        {countsLabel(statesOf(known))}
        {also.size > 0 &&
          ` · ${formatNumber(also.size)} also commanded: ${countsLabel(statesOf(strangers))}`}
      </Typography>
    </Box>
  );
}

function statesOf(rows: readonly Countable[]) {
  return stateCounts(tallyBatch(rows).counts);
}

const SWEPT: Readonly<Record<SweepItem['state'], string>> = {
  waiting: 'not tried',
  canceled: 'canceled',
  'too-late': 'too late',
  refused: 'refused',
  unknown: 'unknown',
};

/** The cancel sweeps of a batch: operator, and result for each Command. */
function Sweeps({ sweeps }: { sweeps: ReceiptContent['sweeps'] }) {
  if (sweeps.length === 0) return null;
  return (
    <Section title="Canceling">
      {sweeps.map(({ sweep, items }) => (
        <Box key={sweep.id} sx={{ fontSize: '0.8125rem', mb: 1.5 }}>
          By {sweep.operatorName}, started <ExactTimeText instant={sweep.createdAt} />
          {sweep.reason !== null && `, because: ${sweep.reason}`}. Canceled{' '}
          {formatNumber(sweep.counts.canceled)} of {formatNumber(sweep.total)}.
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {items.map((item) => (
              <li key={item.position}>
                {item.entityName ?? `Entity ${shortId(item.entityId)}`}: {SWEPT[item.state]}{' '}
                {item.at !== null && <ExactTimeText instant={item.at} />}
                {item.words !== null && `: ${item.words}`}
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Section>
  );
}
