import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { runningQuery } from '../../api/batches.ts';
import { query } from '../../api/query.ts';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';

/** The outcome of another batch, beside its link; nothing until it is read. */
export function LinkedOutcome({ dispatchId }: { dispatchId: string }) {
  const { data: moving } = useQuery(runningQuery);
  const running = moving?.batches.find(({ id }) => id === dispatchId);
  const found = query(ENTITY_LIST_ROUTES.find, { query: { q: dispatchId } });
  const [route, input] = found.queryKey;
  // Running batches update live; others are read, and once more when they have ended.
  const { data } = useQuery({
    ...found,
    queryKey: [route, { ...input, running: running !== undefined }],
    placeholderData: keepPreviousData,
  });
  const batch = running ?? data?.batches.find(({ id }) => id === dispatchId);
  return batch === undefined ? null : <OutcomeBar batch={batch} compact />;
}
