import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { noticeStyles } from '../../components/field-styles.ts';

/** An earlier batch that stands in the way, as the dry run or the server's refusal named it. */
export interface Blocker {
  key: string;
  words: string;
  /** The earlier batch, where the key names it. */
  intentId: string | null;
}

interface GuardPanelProps {
  blockers: readonly Blocker[];
  overridden: boolean;
  /** Why this operator may not override, or null. */
  denial: string | null;
  reason: string;
  reasonError: string | null;
  reasonMax: number;
  onOverride: (on: boolean) => void;
  onReason: (reason: string) => void;
}

/** Who sent what when that speaks against this dispatch, and the explicit, reasoned way around it. */
export function GuardPanel(props: GuardPanelProps) {
  const { blockers, overridden, denial } = props;
  const id = useId();
  if (blockers.length === 0) return null;
  const what = formatCount(blockers.length, 'warning', 'warnings');
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={noticeStyles}>
      <Typography variant="h3" component="h4" id={`${id}-title`}>
        Earlier dispatches stand in the way
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
        {blockers.map((blocker) => (
          <li key={blocker.key}>
            <span>
              {blocker.words}{' '}
              {blocker.intentId !== null && (
                <AppLink
                  to="/batches/$batchId"
                  params={{ batchId: blocker.intentId }}
                  target="_blank"
                  rel="noopener"
                >
                  Open that batch
                </AppLink>
              )}
            </span>
          </li>
        ))}
      </Box>
      <Box
        component="label"
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          mt: 0.5,
          '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
        }}
      >
        <input
          type="checkbox"
          checked={overridden}
          disabled={denial !== null}
          aria-describedby={denial === null ? undefined : `${id}-denial`}
          onChange={(event) => props.onOverride(event.target.checked)}
        />
        Send all the same, against the {what} above. This is recorded with my name.
      </Box>
      {denial !== null && (
        <Typography id={`${id}-denial`} variant="body2" color="textSecondary">
          {denial}
        </Typography>
      )}
      {overridden && (
        <Box sx={{ width: '100%' }}>
          <TextInput
            label="Reason for sending all the same (required)"
            autoComplete="off"
            maxLength={props.reasonMax}
            value={props.reason}
            error={props.reasonError}
            onChange={(event) => props.onReason(event.target.value)}
          />
        </Box>
      )}
    </Box>
  );
}
