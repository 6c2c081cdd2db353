import Box from '@mui/material/Box';
import type { ReceiptContent } from '../../../../contract/console/receipt.ts';
import type { SweepItem } from '../../../../contract/console/sweep.ts';
import { formatNumber, shortId } from '../../../../domain/format.ts';
import { Section } from '../../../components/section.tsx';
import { ExactTimeText } from '../../../components/time-text.tsx';

const LABELS: Readonly<Record<SweepItem['state'], string>> = {
  waiting: 'not tried',
  canceled: 'canceled',
  'too-late': 'too late',
  refused: 'refused',
  unknown: 'unknown',
};

/** The cancel sweeps of a batch: operator, and result for each Command. */
export function ReceiptSweeps({ sweeps }: { sweeps: ReceiptContent['sweeps'] }) {
  if (sweeps.length === 0) return null;
  return (
    <Section title="Canceling">
      {sweeps.map(({ sweep, items }) => (
        <Box key={sweep.id} sx={{ fontSize: '0.8125rem', mb: 1.5 }}>
          <div>
            By {sweep.operatorName}, started <ExactTimeText instant={sweep.createdAt} />
            {sweep.reason !== null && `, because: ${sweep.reason}`}. Canceled{' '}
            {formatNumber(sweep.counts.canceled)}, too late {formatNumber(sweep.counts.tooLate)},
            refused {formatNumber(sweep.counts.refused)}, unknown{' '}
            {formatNumber(sweep.counts.unknown)}, not tried {formatNumber(sweep.counts.waiting)} of{' '}
            {formatNumber(sweep.total)}.
          </div>
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {items.map((item) => (
              <li key={item.position}>
                {item.entityName ?? `Entity ${shortId(item.entityId)}`}: {LABELS[item.state]}
                {item.at !== null && (
                  <>
                    {' '}
                    <ExactTimeText instant={item.at} />
                  </>
                )}
                {item.words !== null && `: ${item.words}`}
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Section>
  );
}
