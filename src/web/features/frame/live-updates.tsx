import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchKeys } from '../../api/batches.ts';
import { startLive } from '../../api/live.ts';
import { useOperator } from '../../api/session.ts';
import { watchOperator } from '../../api/watch-operator.ts';
import { usePreferences } from '../../theme/preferences.ts';
import { tellBrowser } from './browser-notification.ts';
import { Notices } from './notices.tsx';

/** Keeps every page fresh while an operator is signed in, and announces when one of their batches has ended. */
export function LiveUpdates() {
  const client = useQueryClient();
  const router = useRouter();
  const operatorId = useOperator()?.id ?? null;
  const { notify } = usePreferences();
  const [ended, setEnded] = useState<readonly BatchSummary[]>([]);

  useEffect(() => {
    const show = (batch: BatchSummary) => {
      setEnded((before) => [...before.filter(({ id }) => id !== batch.id), batch]);
      if (!notify) return;
      tellBrowser(batch, () => {
        void router.navigate({ to: '/batches/$dispatchId', params: { dispatchId: batch.id } });
      });
    };
    return startLive(client, {
      onEnded(batch) {
        // Announce other operators' batches only if they were opened in this tab.
        const looked = client.getQueryData(batchKeys.detail(batch.id)) !== undefined;
        if (batch.operator.id === operatorId || looked) show(batch);
      },
      // A Command reported as not found was executed after all: that concerns every operator.
      onLateFind: show,
    });
  }, [client, router, operatorId, notify]);

  useEffect(() => watchOperator(client), [client]);

  const dismiss = useCallback((id: string) => {
    setEnded((before) => before.filter((batch) => batch.id !== id));
  }, []);
  return <Notices ended={ended} onDismiss={dismiss} />;
}
