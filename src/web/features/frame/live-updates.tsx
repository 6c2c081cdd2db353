import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ComponentProps } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchQuery } from '../../api/batches.ts';
import { startLive } from '../../api/live.ts';
import { useFollowedFrom, useOperator } from '../../api/session.ts';
import { watchOperator } from '../../api/watch-operator.ts';
import { canNotify } from '../../components/ask-to-notify.ts';
import { usePreferences, useZone } from '../../theme/preferences.ts';
import { batchNews } from './batch-news.ts';
import { Notices } from './notices.tsx';
import { endMessage } from './running.ts';

/** Shows a browser notification that a batch ended, if the console is not visible. */
function tellBrowser(batch: BatchSummary, zone: string, onOpen: () => void): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  const { title, detail } = endMessage(batch, zone);
  const notification = new Notification(title, { body: detail, tag: batch.id });
  notification.addEventListener('click', () => {
    window.focus();
    onOpen();
  });
}

/** Keeps every page fresh while an operator is signed in, and announces when one of their batches has ended. */
export function LiveUpdates({ place }: Pick<ComponentProps<typeof Notices>, 'place'>) {
  const client = useQueryClient();
  const router = useRouter();
  const operatorId = useOperator()?.id ?? null;
  const since = useFollowedFrom();
  const { notify } = usePreferences();
  const zone = useZone();
  const [ended, setEnded] = useState<readonly BatchSummary[]>([]);

  useEffect(() => {
    const show = (batch: BatchSummary) => {
      setEnded((before) => [...before.filter(({ id }) => id !== batch.id), batch]);
      if (!notify) return;
      tellBrowser(batch, zone, () => {
        void router.navigate({ to: '/batches/$dispatchId', params: { dispatchId: batch.id } });
      });
    };
    const newsOf = batchNews(client);
    return startLive(client, {
      since,
      onBatches(batches, asOf) {
        const { ended: over, lateFinds } = newsOf(batches, asOf);
        // Other operators' batches only if they were opened in this tab; late finds concern everybody.
        const looked = (id: string) => client.getQueryData(batchQuery(id).queryKey) !== undefined;
        for (const batch of over) {
          if (batch.operator.id === operatorId || looked(batch.id)) show(batch);
        }
        for (const batch of lateFinds) show(batch);
      },
    });
  }, [client, router, operatorId, since, notify, zone]);

  useEffect(() => watchOperator(client), [client]);

  const dismiss = useCallback((id: string) => {
    setEnded((before) => before.filter((batch) => batch.id !== id));
  }, []);
  return <Notices ended={ended} onDismiss={dismiss} place={place} />;
}
