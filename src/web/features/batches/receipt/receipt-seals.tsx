import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Receipt } from '../../../../contract/console/receipt.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Live } from '../../../components/live.tsx';
import { Section } from '../../../components/section.tsx';
import { ExactTimeText } from '../../../components/time-text.tsx';
import { MONO } from '../../../theme/theme.ts';
import { receiptCheck, type ReceiptVerdict } from '../batches-queries.ts';

/** The seals of a receipt, with a button to recompute them. */
export function ReceiptSeals({ receipt }: { receipt: Receipt }) {
  const check = useMutation(receiptCheck);
  return (
    <Section
      title="Seals"
      aside={
        <Button
          className="no-print"
          variant="outlined"
          color="inherit"
          aria-disabled={check.isPending}
          onClick={() => {
            if (!check.isPending) check.mutate(receipt);
          }}
        >
          {check.isPending ? 'Checking' : 'Check'}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {receipt.seals.length === 0 ? (
          <Typography variant="body2">
            Not sealed yet: the batch can still change. This is the current ledger; its hash is{' '}
            <Hash text={receipt.hash} />.
          </Typography>
        ) : (
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {receipt.seals.map((seal) => (
              <Box
                key={seal.revision}
                component="li"
                sx={{ fontSize: '0.8125rem', borderLeft: 2, borderColor: 'divider', pl: 1.5 }}
              >
                <div>
                  <strong>Revision {seal.revision}</strong>, sealed{' '}
                  <ExactTimeText instant={seal.sealedAt} />. {seal.cause}
                </div>
                <div>
                  SHA-256 <Hash text={seal.hash} />
                </div>
              </Box>
            ))}
          </Box>
        )}
        <Live>{check.data !== undefined && <Verdict verdict={check.data} />}</Live>
        {check.isError && (
          <ErrorPanel
            what="The receipt could not be checked"
            error={check.error}
            onRetry={() => check.mutate(receipt)}
            retrying={check.isPending}
          />
        )}
        <Typography variant="caption" color="textSecondary">
          The hash covers everything on this page, as canonical JSON (RFC 8785). A later change adds
          a revision and keeps the earlier ones.
        </Typography>
      </Box>
    </Section>
  );
}

function Verdict({ verdict: { server, here } }: { verdict: ReceiptVerdict }) {
  const serverHolds = server.ledgerHolds && server.seals.every(({ holds }) => holds);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
      <Finding holds={serverHolds}>
        The server, <ExactTimeText instant={server.checkedAt} />: {server.message}
      </Finding>
      <Finding holds={here}>
        {here === null &&
          'This browser cannot compute hashes on a page without https; only the server checked.'}
        {here === true && 'This browser: the content of this page matches its hash.'}
        {here === false && 'This browser: the content of this page does NOT match its hash.'}
      </Finding>
    </Box>
  );
}

const FINDINGS = {
  yes: { icon: CheckIcon, color: 'var(--mui-palette-status-green)', label: 'Holds' },
  no: { icon: ErrorOutlineIcon, color: 'var(--mui-palette-status-red)', label: 'Does not hold' },
  open: { icon: HelpOutlineIcon, color: 'text.secondary', label: 'Not checked' },
} as const;

function Finding({ holds, children }: { holds: boolean | null; children: ReactNode }) {
  const found = FINDINGS[holds === null ? 'open' : holds ? 'yes' : 'no'];
  const Icon = found.icon;
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
      <Icon sx={{ fontSize: 18, color: found.color }} />
      <span>
        <strong>{found.label}.</strong> {children}
      </span>
    </Box>
  );
}

function Hash({ text }: { text: string }) {
  return (
    <Box component="code" sx={{ fontFamily: MONO, fontSize: '0.75rem', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  );
}
