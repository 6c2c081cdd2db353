import { useLocation } from '@tanstack/react-router';
import { LinkTabs } from '../../components/link-tabs.tsx';
import { AREAS } from './nav-entries.ts';

/** The tabs of a rail entry that has several pages, at the top of each of them. */
export function AreaTabs() {
  const { pathname } = useLocation();
  const area = AREAS.find(({ pages }) => pages.some(({ to }) => to === pathname));
  if (area === undefined) return null;
  return <LinkTabs label={area.label} tabs={area.pages} />;
}
