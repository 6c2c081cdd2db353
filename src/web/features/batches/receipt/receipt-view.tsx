import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Receipt, ReceiptContent } from '../../../../contract/console/receipt.ts';
import { commandLabelWithValue } from '../../../../domain/command-rules.ts';
import { countsLabel, stateCounts } from '../../../../domain/batch-outcome.ts';
import { tallyBatch, type Countable } from '../../../../domain/batch-tally.ts';
import { formatCount, formatNumber, formatPlanned } from '../../../../domain/format.ts';
import { plannedTimeLabel } from '../../../../domain/planned-time.ts';
import { resolutionMessage } from '../../../../domain/resolution-message.ts';
import { csvMutation } from '../../../api/audit.ts';
import { itemMessages } from '../../../api/errors.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { downloadText } from '../../../components/download.ts';
import { ErrorPanel, ServerMessages } from '../../../components/error-panel.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
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
import { alsoCommandedIn } from './also-commanded.ts';
import { receiptCsv } from './receipt-csv.ts';
import { ReceiptRows } from './receipt-rows.tsx';
import { ReceiptSeals } from './receipt-seals.tsx';
import { ReceiptSweeps } from './receipt-sweeps.tsx';
import { batchOfSeal } from './sealed-batch.ts';

/** A batch's receipt: all of its ledger on one printable page. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { content, seals } = receipt;
  const { batch } = content;
  const zone = useZone();
  const [all, setAll] = useState(false);
  const prepare = async () => ({
    name: csvName(batch).replace(/^batch/, 'receipt'),
    text: receiptCsv(receipt, zone),
    record: { what: 'receipt', id: batch.id, rows: content.commands.length } as const,
  });
  const download = useMutation(csvMutation(prepare, downloadText));
  const last = seals.at(-1);
  const without = content.commands.filter(({ row }) => row.commandId === null).length;
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
            <Button color="inherit" startIcon={<DownloadIcon />} onClick={() => download.mutate()}>
              CSV
            </Button>
            <Button
              color="inherit"
              startIcon={<PrintIcon />}
              onClick={() => {
                // Paper cannot render more rows later.
                flushSync(() => setAll(true));
                window.print();
              }}
            >
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
      {download.isError && (
        <ErrorPanel
          what="The file could not be created"
          error={download.error}
          onRetry={() => download.mutate()}
          retrying={download.isPending}
        />
      )}
      <Outcome content={content} />
      <BatchFacts batch={batchOfSeal(content)} />
      <Request content={content} />
      <Section title={last === undefined ? 'Tally so far' : 'Final tally'}>
        <Tally content={content} />
      </Section>
      <ReceiptSweeps sweeps={content.sweeps} />
      <Section
        title={`Entities and Commands (${formatNumber(content.commands.length)})`}
        aside={
          <Typography variant="body2" color="textSecondary">
            {formatCount(content.members.length, 'member', 'members')} known at the send
            {alsoCommandedIn(content).size > 0 &&
              ` · ${formatNumber(alsoCommandedIn(content).size)} also commanded`}
            {without > 0 && `, ${formatNumber(without)} without a Command`}
          </Typography>
        }
      >
        <ReceiptRows
          rows={content.commands}
          also={alsoCommandedIn(content)}
          all={all}
          onAll={() => setAll(true)}
        />
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
          source={batchOfSeal(content).refusedBy?.source ?? null}
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

/** How the time was confirmed, unless it is shown the same. */
function plannedOtherwise(
  item: ReceiptContent['batch']['items'][number],
  zone: string,
): string | null {
  if (item.plannedAs === null) return null;
  const label = plannedTimeLabel(item);
  const shown = formatPlanned(item.triggerTime, zone);
  return label === shown || label === `${shown} ${zone}` ? null : ` (planned as ${label})`;
}

function Request({ content: { batch, bodyHash } }: { content: ReceiptContent }) {
  const zone = useZone();
  return (
    <Section title="Request">
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
        {batch.items.map((item, at) => (
          <li key={`${at} ${item.triggerTime ?? ''}`}>
            {commandLabelWithValue(item)}
            {item.triggerTime === null ? (
              ', to be executed at once'
            ) : (
              <>
                {' at '}
                <ExactTimeText instant={item.triggerTime} />
                {plannedOtherwise(item, zone)}
                <ZoneDataNote item={item} />
              </>
            )}
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
  const known = content.batch.outcome === 'accepted' ? members : members.filter(hasCommand);
  if (known.length + strangers.length === 0) {
    return <Typography variant="body2">No Commands of this batch are known.</Typography>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TallyBar segments={stateSegments(statesOf(known))} />
      <Typography variant="body2">
        {countsLabel(statesOf(known))}
        {also.size > 0 && (
          <>
            {' '}
            · {formatNumber(also.size)} also commanded: {countsLabel(statesOf(strangers))}
          </>
        )}
      </Typography>
    </Box>
  );
}

function hasCommand({ commandId }: { commandId: string | null }): boolean {
  return commandId !== null;
}

function statesOf(rows: readonly Countable[]) {
  return stateCounts(tallyBatch(rows).counts);
}
