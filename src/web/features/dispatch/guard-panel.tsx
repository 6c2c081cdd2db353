import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { GuardReport } from '../../../contract/console/guard.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { findingKey, findingMessage, unlistedCount } from '../../../domain/guard-messages.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { useZone } from '../../theme/preferences.ts';

interface GuardPanelProps {
  warnings: GuardReport | null;
  overridden: boolean;
  reason: string;
  reasonError: string | null;
  onOverride: (on: boolean) => void;
  onReason: (reason: string) => void;
}

/** Warnings against this dispatch, and the explicit override with a reason. */
export function GuardPanel(props: GuardPanelProps) {
  const { warnings, overridden } = props;
  const id = useId();
  if (warnings === null) return null;
  const total = warnings.totals.reduce((sum, each) => sum + each.total, 0);
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={noticeStyles}>
      <Typography variant="h3" component="h4" id={`${id}-title`}>
        {formatCount(total, 'warning', 'warnings')}
      </Typography>
      <Findings warnings={warnings} />
      <FormControlLabel
        label={`Override ${total === 1 ? 'this warning' : `these ${formatNumber(total)} warnings`} and send anyway. This is recorded with my name.`}
        checked={overridden}
        onChange={(_event, on) => props.onOverride(on)}
        control={<Checkbox />}
      />
      {overridden && (
        <TextInput
          label="Reason for the override (required)"
          maxLength={REASON_MAX}
          value={props.reason}
          error={props.reasonError}
          onChange={(event) => props.onReason(event.target.value)}
        />
      )}
    </Box>
  );
}

/** What the guard found, each with its batch. */
export function Findings({ warnings: { findings, totals } }: { warnings: GuardReport }) {
  const zone = useZone();
  const unlisted = unlistedCount(totals, findings);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
      {findings.map((finding) => (
        <li key={findingKey(finding)}>
          <span>
            {findingMessage(finding, zone)}{' '}
            {finding.kind !== 'no-taker' && (
              <AppLink
                to="/batches/$dispatchId"
                params={{ dispatchId: finding.dispatchId }}
                target="_blank"
                rel="noopener"
              >
                Open that batch
              </AppLink>
            )}
          </span>
        </li>
      ))}
      {unlisted > 0 && <li>And {formatNumber(unlisted)} more that are not listed here.</li>}
    </Box>
  );
}
