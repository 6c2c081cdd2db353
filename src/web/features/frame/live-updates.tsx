import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchKeys } from '../../api/batches.ts';
import { startLive } from '../../api/live.ts';
import { useOperator } from '../../api/session.ts';
import { usePreferences } from '../../theme/preferences.ts';
import { tellBrowser } from './browser-notification.ts';
import { Notices } from './notices.tsx';

/** Keeps every page fresh while somebody is signed in, and says when a batch of theirs has ended. */
export function LiveUpdates() {
  const client = useQueryClient();
  const router = useRouter();
  const operatorId = useOperator()?.id ?? null;
  const { notify } = usePreferences();
  const [ended, setEnded] = useState<readonly BatchSummary[]>([]);

  useEffect(
    () =>
      startLive(client, (batch) => {
        // Of others' batches only those tell that were looked at in this tab.
        const looked = client.getQueryData(batchKeys.detail(batch.id)) !== undefined;
        if (batch.operator.id !== operatorId && !looked) return;
        setEnded((before) => [...before.filter(({ id }) => id !== batch.id), batch]);
        if (!notify) return;
        tellBrowser(batch, () => {
          void router.navigate({ to: '/batches/$batchId', params: { batchId: batch.id } });
        });
      }),
    [client, router, operatorId, notify],
  );

  const dismiss = useCallback((id: string) => {
    setEnded((before) => before.filter((batch) => batch.id !== id));
  }, []);
  return <Notices ended={ended} onDismiss={dismiss} />;
}
