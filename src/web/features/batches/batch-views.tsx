import { ViewTabs } from '../../components/list-views/view-tabs.tsx';
import type { BatchesSearch } from './batches-search.ts';

const VIEWS = [
  { name: 'All', search: {} },
  { name: 'Running', search: { outcome: 'running' } },
  { name: 'Outcome unknown', search: { outcome: 'unknown' } },
  { name: 'Refused', search: { outcome: 'refused' } },
] as const;

/** The views of the list of batches. */
export function BatchViews({ search }: { search: BatchesSearch }) {
  return <ViewTabs label="Views of the batches" list="batches" views={VIEWS} search={search} />;
}
