import AssessmentOutlinedIcon from '@mui/icons-material/AssessmentOutlined';
import CalendarMonthIcon from '@mui/icons-material/CalendarMonthOutlined';
import CategoryOutlinedIcon from '@mui/icons-material/CategoryOutlined';
import DevicesOtherIcon from '@mui/icons-material/DevicesOtherOutlined';
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import HistoryIcon from '@mui/icons-material/History';
import HubOutlinedIcon from '@mui/icons-material/HubOutlined';
import PlaylistAddCheckIcon from '@mui/icons-material/PlaylistAddCheckOutlined';
import MapOutlinedIcon from '@mui/icons-material/MapOutlined';
import PowerOffOutlinedIcon from '@mui/icons-material/PowerOffOutlined';

/** The pages in the rail and the bottom bar. */
export const NAV_ENTRIES = [
  { to: '/collectives', label: 'Collectives', icon: HubOutlinedIcon },
  { to: '/entities', label: 'Entities', icon: DevicesOtherIcon },
  { to: '/batches', label: 'Activity', icon: HistoryIcon },
  { to: '/reports', label: 'Reports', icon: AssessmentOutlinedIcon },
  { to: '/map', label: 'Map', icon: MapOutlinedIcon },
  { to: '/schedule', label: 'Schedule', icon: CalendarMonthIcon },
  { to: '/bulk', label: 'Bulk', icon: PlaylistAddCheckIcon },
  { to: '/offboarding', label: 'Offboarding', icon: PowerOffOutlinedIcon },
  { to: '/catalogue', label: 'Catalogue', icon: CategoryOutlinedIcon },
  { to: '/audit', label: 'Audit', icon: FactCheckIcon },
] as const;
