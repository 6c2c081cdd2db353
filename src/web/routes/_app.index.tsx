import { createFileRoute } from '@tanstack/react-router';
import { MapCard } from '../features/map/map-card.tsx';
import { OverviewPage } from '../features/overview/overview-page.tsx';

export const Route = createFileRoute('/_app/')({ component: Page });

function Page() {
  const navigate = Route.useNavigate();
  return (
    <OverviewPage map={<MapCard onOpen={(search) => void navigate({ to: '/map', search })} />} />
  );
}
