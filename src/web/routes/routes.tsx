import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  useLocation,
  useRouter,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import { DEFAULTS } from '../../contract/console/report-definition.ts';
import type { SessionAnswer } from '../../contract/console/session.ts';
import { takeTab } from '../api/kept-in-tab.ts';
import { enterSession, sessionQuery } from '../api/session.ts';
import { NotFound } from '../components/not-found.tsx';
import { HelpSearch } from '../features/help/help-search.ts';
import { AuditSearch } from '../features/audit/audit-search.ts';
import { BatchSearch } from '../features/batches/batch-search.ts';
import { BatchesSearch } from '../features/batches/batches-search.ts';
import { BulkRunSearch, BulkSearch } from '../features/bulk/bulk-search.ts';
import { CatalogueSearch } from '../features/catalogue/catalogue-search.ts';
import { CollectiveSearch } from '../features/collectives/collectives-search.ts';
import { ListSearch } from '../features/directory/directory-search.ts';
import { DispatchSearch } from '../features/dispatch/dispatch-search.ts';
import { EntitySearch } from '../features/entities/entity-search.ts';
import { FleetSearch } from '../features/fleet/fleet-search.ts';
import { FrameCrash } from '../features/frame/page-crash.tsx';
import { MapSearch } from '../features/map/map-search.ts';
import { OffboardingSearch } from '../features/offboarding/offboarding-search.ts';
import { OperatorsSearch } from '../features/operators/operators-search.ts';
import { isReportStep, readReportSearch } from '../features/report/report-search.ts';
import { ReportsSearch } from '../features/reports/reports-search.ts';
import { ScheduleSearch } from '../features/schedule/schedule-search.ts';
import { SignInSearch } from '../features/session/sign-in-search.ts';
import { TariffsSearch } from '../features/tariffs/tariffs-search.ts';
import { browserZone } from '../theme/preferences.ts';
import { drawn, page } from './page-of-route.tsx';
import { useSearchChange } from './use-search-change.ts';

/** The list starts at its top again. */
const TOP = { resetScroll: true };
/** The back button undoes every change. */
const STEPS = { isStep: () => true };
/** It undoes a change of tab, not of filters. */
const TABS_TOP = { isStep: (change: object) => 'tab' in change, resetScroll: true };
/** The same, and an opened session. */
const OF_ENTITY = {
  isStep: (change: Partial<EntitySearch>) => 'tab' in change || change.session !== undefined,
};
/** It undoes opening a dialog, not of filters. */
const OF_OFFBOARDING = {
  isStep: (change: Partial<OffboardingSearch>) =>
    change.request !== undefined || change.new !== undefined,
};

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const SignInPage = lazyRouteComponent(
  () => import('../features/session/sign-in-page.tsx'),
  'SignInPage',
);
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: SignInSearch,
  component: drawn(SignInPage, function SignIn() {
    const client = useQueryClient();
    const router = useRouter();
    const onEntered = useCallback(
      async (answer: SessionAnswer, href: string) => {
        enterSession(client, answer);
        await router.navigate({ href, replace: true });
      },
      [client, router],
    );
    const onAnswerTaken = useCallback(
      (returnTo: string) =>
        void router.navigate({ to: '/sign-in', search: { returnTo }, replace: true }),
      [router],
    );
    return (
      <SignInPage search={signIn.useSearch()} onEntered={onEntered} onAnswerTaken={onAnswerTaken} />
    );
  }),
});

const SetPasswordPage = lazyRouteComponent(
  () => import('../features/session/set-password-page.tsx'),
  'SetPasswordPage',
);
/** What a link to choose a password opens; its code stands behind the #, which no server sees. */
const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: drawn(SetPasswordPage, function SetPassword() {
    const client = useQueryClient();
    const router = useRouter();
    const code = useLocation().hash;
    return (
      <SetPasswordPage
        code={code}
        onEntered={async (answer) => {
          enterSession(client, answer);
          await router.navigate({ to: '/', replace: true });
        }}
      />
    );
  }),
});

const AppFrame = lazyRouteComponent(() => import('../features/frame/app-frame.tsx'), 'AppFrame');
/** The frame around every page of an operator who has signed in. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  validateSearch: DispatchSearch,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session.operator === null) {
      throw redirect({ to: '/sign-in', search: { returnTo: location.href } });
    }
    // What another operator chose, such as a report, is not shown to the next.
    if (takeTab(session.operator)) throw redirect({ to: location.pathname });
  },
  component: drawn(AppFrame, function Frame() {
    return <AppFrame dispatch={app.useSearch()} />;
  }),
  errorComponent: FrameCrash,
});
const inApp = { getParentRoute: () => app };

const unknown = createRoute({ ...inApp, path: '$', component: NotFound });

const overview = createRoute({
  ...inApp,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/overview/overview-page.tsx'),
    'OverviewPage',
  ),
});

const preferences = createRoute({
  ...inApp,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/preferences-page.tsx'),
    'PreferencesPage',
  ),
});

const collectives = page(
  createRoute({ ...inApp, path: '/collectives', validateSearch: ListSearch }),
  lazyRouteComponent(() => import('../features/directory/collectives-page.tsx'), 'CollectivesPage'),
  TOP,
);

const collective = page(
  createRoute({
    ...inApp,
    path: '/collectives/$collectiveId',
    validateSearch: CollectiveSearch,
  }),
  lazyRouteComponent(() => import('../features/collectives/collective-page.tsx'), 'CollectivePage'),
  TABS_TOP,
);

const entities = page(
  createRoute({ ...inApp, path: '/entities', validateSearch: ListSearch }),
  lazyRouteComponent(() => import('../features/directory/entities-page.tsx'), 'EntitiesPage'),
  TOP,
);

const entity = page(
  createRoute({ ...inApp, path: '/entities/$entityId', validateSearch: EntitySearch }),
  lazyRouteComponent(() => import('../features/entities/entity-page.tsx'), 'EntityPage'),
  OF_ENTITY,
);

const catalogue = page(
  createRoute({ ...inApp, path: '/catalogue', validateSearch: CatalogueSearch }),
  lazyRouteComponent(() => import('../features/catalogue/catalogue-page.tsx'), 'CataloguePage'),
);

const map = page(
  createRoute({ ...inApp, path: '/map', validateSearch: MapSearch }),
  lazyRouteComponent(() => import('../features/map/map-page.tsx'), 'MapPage'),
  TOP,
);

const batches = page(
  createRoute({ ...inApp, path: '/batches', validateSearch: BatchesSearch }),
  lazyRouteComponent(() => import('../features/batches/batches-page.tsx'), 'BatchesPage'),
);

const batch = page(
  createRoute({ ...inApp, path: '/batches/$dispatchId', validateSearch: BatchSearch }),
  lazyRouteComponent(() => import('../features/batches/batch-page.tsx'), 'BatchPage'),
  TOP,
);

const bulk = page(
  createRoute({ ...inApp, path: '/bulk', validateSearch: BulkSearch }),
  lazyRouteComponent(() => import('../features/bulk/bulk-page.tsx'), 'BulkPage'),
);

const bulkRun = page(
  createRoute({ ...inApp, path: '/bulk/$runId', validateSearch: BulkRunSearch }),
  lazyRouteComponent(() => import('../features/bulk/bulk-run-page.tsx'), 'BulkRunPage'),
);

const offboarding = page(
  createRoute({ ...inApp, path: '/offboarding', validateSearch: OffboardingSearch }),
  lazyRouteComponent(
    () => import('../features/offboarding/offboarding-page.tsx'),
    'OffboardingPage',
  ),
  OF_OFFBOARDING,
);

const SchedulePage = lazyRouteComponent(
  () => import('../features/schedule/schedule-page.tsx'),
  'SchedulePage',
);
const schedule = createRoute({
  ...inApp,
  path: '/schedule',
  validateSearch: ScheduleSearch,
  component: drawn(SchedulePage, function Schedule() {
    const navigate = schedule.useNavigate();
    return (
      <SchedulePage
        search={schedule.useSearch()}
        onSearch={useSearchChange<ScheduleSearch>(TOP)}
        onOpenBatch={(dispatchId) =>
          void navigate({ to: '/batches/$dispatchId', params: { dispatchId } })
        }
      />
    );
  }),
});

const reports = page(
  createRoute({ ...inApp, path: '/reports', validateSearch: ReportsSearch }),
  lazyRouteComponent(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
  STEPS,
);

const sealedReport = page(
  createRoute({ ...inApp, path: '/reports/sealed/$id' }),
  lazyRouteComponent(() => import('../features/sealed-report/sealed-page.tsx'), 'SealedPage'),
);

/** What the report is of is a step back; the rest of its address is not. */
const OF_REPORT = { isStep: isReportStep };
const newReport = page(
  createRoute({
    ...inApp,
    path: '/reports/new',
    validateSearch: readReportSearch,
    beforeLoad: ({ search, location }) => {
      // Days are those of the operator, until the address says otherwise: whoever opens it sees the same.
      const zone = browserZone();
      const { saved, sealed, unread } = search;
      const isNamed = [search.zone, saved, sealed, unread].some((value) => value !== undefined);
      if (isNamed || zone === DEFAULTS.zone) return;
      throw redirect({ to: location.pathname, search: { ...search, zone }, replace: true });
    },
  }),
  lazyRouteComponent(() => import('../features/report/report-page.tsx'), 'ReportPage'),
  OF_REPORT,
);
const ofReport = { getParentRoute: () => newReport };
const reportParts = [
  page(
    createRoute({ ...ofReport, path: '/' }),
    lazyRouteComponent(() => import('../features/report/figures-part.tsx'), 'FiguresPart'),
    OF_REPORT,
  ),
  page(
    createRoute({ ...ofReport, path: '/sessions' }),
    lazyRouteComponent(() => import('../features/report/report-sessions.tsx'), 'SessionsPart'),
    OF_REPORT,
  ),
  page(
    createRoute({ ...ofReport, path: '/exceptions' }),
    lazyRouteComponent(() => import('../features/report/exceptions-part.tsx'), 'ExceptionsPart'),
    OF_REPORT,
  ),
  page(
    createRoute({ ...ofReport, path: '/statements' }),
    lazyRouteComponent(() => import('../features/report/statements-part.tsx'), 'StatementsPart'),
    OF_REPORT,
  ),
] as const;

const tariffs = page(
  createRoute({ ...inApp, path: '/reports/tariffs', validateSearch: TariffsSearch }),
  lazyRouteComponent(() => import('../features/tariffs/tariffs-page.tsx'), 'TariffsPage'),
  STEPS,
);

const fleet = page(
  createRoute({ ...inApp, path: '/settings/fleet', validateSearch: FleetSearch }),
  lazyRouteComponent(() => import('../features/fleet/fleet-page.tsx'), 'FleetPage'),
);

const help = page(
  createRoute({ ...inApp, path: '/help', validateSearch: HelpSearch }),
  lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
);

const about = createRoute({
  ...inApp,
  path: '/settings/console',
  component: lazyRouteComponent(() => import('../features/settings/about-page.tsx'), 'AboutPage'),
});

const operators = page(
  createRoute({ ...inApp, path: '/settings/operators', validateSearch: OperatorsSearch }),
  lazyRouteComponent(() => import('../features/operators/operators-page.tsx'), 'OperatorsPage'),
  STEPS,
);

const audit = page(
  createRoute({ ...inApp, path: '/audit', validateSearch: AuditSearch }),
  lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
);

/** Every address of the console. */
export const routeTree = root.addChildren([
  signIn,
  setPassword,
  app.addChildren([
    overview,
    collectives,
    collective,
    entities,
    entity,
    catalogue,
    map,
    batches,
    batch,
    bulk,
    bulkRun,
    offboarding,
    schedule,
    reports,
    newReport.addChildren(reportParts),
    sealedReport,
    tariffs,
    preferences,
    fleet,
    about,
    help,
    operators,
    audit,
    unknown,
  ]),
]);
