import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { COMMAND_RULES } from '../../../domain/command-rules.ts';
import { formatCount } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ClockText } from '../../components/time-text.tsx';
import type { DispatchContent } from './dispatch-form.ts';
import type { Intent } from './draft.ts';
import { impactOf } from '../../../domain/dispatch-impact.ts';

interface ReviewStepProps {
  content: DispatchContent;
  detail: DirectoryCollectiveDetail;
  intent: Intent;
  /** Why the last attempt failed, or null. */
  error: unknown;
  sending: boolean;
  onBack: () => void;
  onSend: () => void;
}

/** The second step: what will happen, in words, and the one button that sends it. */
export function ReviewStep(props: ReviewStepProps) {
  const { content, detail, intent, error, sending, onBack, onSend } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rule = COMMAND_RULES[content.type];
  const impact = impactOf(content.type, detail.entities);
  const verb =
    content.value === null || rule.value === null
      ? rule.verb
      : `${rule.verb} to ${content.value} ${rule.value.unit}`;
  const act = `${verb} on ${formatCount(impact.total, 'entity', 'entities')}`;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        <Typography
          variant="h2"
          component="h3"
          ref={heading}
          tabIndex={-1}
          sx={{ '&:focus-visible': { outline: 'none' } }}
        >
          {act}?
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
          {impact.sentences.map(({ kind, text }) => (
            <Box
              component="li"
              key={kind}
              sx={{ color: kind === 'takes' ? 'text.primary' : 'var(--mui-palette-status-amber)' }}
            >
              {text}
            </Box>
          ))}
        </Box>
        {impact.takers === 0 && (
          <Typography sx={{ fontWeight: 600 }}>
            No known entity takes this Command: all are expected to fail it.
          </Typography>
        )}
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 2,
            rowGap: 0.5,
            fontSize: '0.8125rem',
          }}
        >
          <Fact name="When">Now, at once</Fact>
          <Fact name="Cooldowns">{content.ignoreCooldown ? 'Ignored' : 'Respected'}</Fact>
          <Fact name="Reason">{content.reason === '' ? 'None given' : content.reason}</Fact>
          <Fact name="Entities">
            as known at <ClockText instant={detail.asOf} />; the Service decides who belongs to the
            Collective
          </Fact>
        </Box>
        {error !== null && (
          <ErrorPanel what="Not confirmed" error={error}>
            <Typography variant="body2">{keptWords(intent)}</Typography>
            {intent.unansweredAt !== null && (
              <Typography variant="body2">
                <AppLink to="/batches/$batchId" params={{ batchId: intent.id }}>
                  Look for its record
                </AppLink>
              </Typography>
            )}
          </ErrorPanel>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          Enter does not send. Click, or press Space on the button.
        </Typography>
        <Button color="inherit" onClick={onBack} disabled={sending}>
          Back
        </Button>
        <Button
          variant="contained"
          disabled={sending}
          onClick={onSend}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        >
          {sending ? 'Sending' : act}
        </Button>
      </DialogActions>
    </>
  );
}

function keptWords(intent: Intent): string {
  return intent.unansweredAt === null
    ? 'Nothing was changed on the devices by this. Everything you entered is kept.'
    : 'Everything you entered is kept. Pressing the button again is safe: it is the same intent, and it reaches the devices at most once.';
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </>
  );
}
