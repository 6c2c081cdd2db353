import CalendarMonthIcon from '@mui/icons-material/CalendarMonthOutlined';
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import HistoryIcon from '@mui/icons-material/History';
import HubOutlinedIcon from '@mui/icons-material/HubOutlined';

/** The pages that the rail and the bottom bar lead to. */
export const NAV_ENTRIES = [
  { to: '/collectives', label: 'Collectives', icon: HubOutlinedIcon },
  { to: '/schedule', label: 'Schedule', icon: CalendarMonthIcon },
  { to: '/batches', label: 'Activity', icon: HistoryIcon },
  { to: '/audit', label: 'Audit', icon: FactCheckIcon },
] as const;
