import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IDEMPOTENCY_HEADER } from '../../../contract/console/headers.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { runTitle, scopeLabel, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { reportFindingsQuery } from '../../api/report-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import {
  allReadMessage,
  asOfMessage,
  doubtfulMessage,
  partialMessage,
  periodLabel,
  provisionalMessage,
  tariffLabel,
} from './run-labels.ts';

interface SealDialogProps {
  run: ReportRun;
  onClose: () => void;
}

/** Asks before a report is sealed, which is final, and shows what is sealed. */
export function SealDialog({ run, onClose }: SealDialogProps) {
  const names = useCollectiveNames();
  // A repeat with the same key is safe.
  const [key] = useState(randomId);
  const seal = useMutation(mutation(REPORT_ROUTES.sealReport));
  const findings = useQuery(reportFindingsQuery(run));
  const asOf = asOfMessage(run);
  const partial = partialMessage(run);
  const provisional = provisionalMessage(run, run.definition.zone);
  return (
    <ConfirmDialog
      title={`Seal “${runTitle(run, names)}”`}
      typed={null}
      act="Seal the report"
      acting={seal.isPending}
      keep="Not yet"
      onConfirm={() =>
        seal.mutate(
          { params: { id: run.id }, headers: { [IDEMPOTENCY_HEADER]: key } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <FactList>
        <Fact name="Period">
          {periodLabel(run)}, {zoneLabel(run.definition)}
        </Fact>
        <Fact name="Entities">{scopeLabel(run.definition.scope, names)}</Fact>
        <Fact name="Tariff">{tariffLabel(run)}</Fact>
        <Fact name="Read">{partial ?? allReadMessage(run)}</Fact>
        <Fact name="Doubtful">{doubtfulMessage(findings)}</Fact>
        {asOf !== null && <Fact name="Figures">{asOf}</Fact>}
      </FactList>
      {provisional !== null && <Typography variant="body2">{provisional}</Typography>}
      <Typography variant="body2">
        These figures and their manifest are hashed and stay as they are: a sealed report cannot be
        changed or unsealed. Newer data needs another run.
      </Typography>
      {seal.error !== null && <ErrorPanel what="The report was not sealed" error={seal.error} />}
    </ConfirmDialog>
  );
}
