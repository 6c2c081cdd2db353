import AssessmentOutlinedIcon from '@mui/icons-material/AssessmentOutlined';
import CalendarMonthIcon from '@mui/icons-material/CalendarMonthOutlined';
import DevicesOtherIcon from '@mui/icons-material/DevicesOtherOutlined';
import HistoryIcon from '@mui/icons-material/History';
import HomeOutlinedIcon from '@mui/icons-material/HomeOutlined';
import HubOutlinedIcon from '@mui/icons-material/HubOutlined';
import MapOutlinedIcon from '@mui/icons-material/MapOutlined';
import SettingsOutlinedIcon from '@mui/icons-material/SettingsOutlined';
import { AREAS } from '../../components/area-tabs.tsx';

/** The entries of the rail and the bar of a phone; `inBar`: those that fit into the bar. */
export const NAV_ENTRIES = [
  { to: '/', label: 'Overview', icon: HomeOutlinedIcon, inBar: true },
  { to: '/collectives', label: 'Collectives', icon: HubOutlinedIcon, inBar: true },
  { to: '/entities', label: 'Entities', icon: DevicesOtherIcon, inBar: true },
  { to: '/map', label: 'Map', icon: MapOutlinedIcon, inBar: false },
  { to: '/batches', label: 'Activity', icon: HistoryIcon, inBar: true },
  { to: '/schedule', label: 'Schedule', icon: CalendarMonthIcon, inBar: false },
  { to: '/reports', label: 'Reports', icon: AssessmentOutlinedIcon, inBar: false },
  { to: '/settings', label: 'Settings', icon: SettingsOutlinedIcon, inBar: false },
] as const;

/** An entry of the rail, by its address. */
export type NavPath = (typeof NAV_ENTRIES)[number]['to'];

/** The pages the palette finds: those of the rail with their tabs, and some below them. */
export const FOUND_PAGES: readonly { to: string; label: string }[] = [
  ...NAV_ENTRIES,
  ...AREAS.flatMap<{ to: string; label: string }>(({ pages }) => pages.slice(1)),
  { to: '/reports/new', label: 'New report' },
  { to: '/reports/tariffs', label: 'Tariffs' },
];

function isBelow(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}

/** The rail entry of a page, or null. */
export function entryOf(pathname: string): NavPath | null {
  const area = AREAS.find(({ pages }) => pages.some(({ to }) => isBelow(pathname, to)));
  const to = area === undefined ? pathname : area.pages[0].to;
  return NAV_ENTRIES.find((entry) => isBelow(to, entry.to))?.to ?? null;
}
