import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ABOUT_ROUTES, type About, type Retention } from '../../../contract/console/about.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { SERVICE_TITLES } from '../../api/store-state.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

const aboutQuery = query(ABOUT_ROUTES.about);

/** What this console is configured with, for administrators; no secret is in it. */
export function AboutPage() {
  const { allowed, reason } = usePermission('manage-operators');
  return allowed ? (
    <Configured />
  ) : (
    <>
      <PageHeader title="This console" />
      <EmptyState title="What this console is configured with is not open to you.">
        {reason}
      </EmptyState>
    </>
  );
}

function Configured() {
  const about = useQuery({ ...aboutQuery, staleTime: 0 });
  return (
    <>
      <PageHeader
        title="This console"
        fresh={about.data !== undefined && <AsOf read={about} what="what is configured" />}
      >
        <span>What it was started with; a change needs a restart</span>
      </PageHeader>
      <Read query={about} what="what is configured">
        {(found) => <Facts about={found} />}
      </Read>
    </>
  );
}

const RETENTION_LABELS: Readonly<Record<keyof Retention, string>> = {
  readings: 'Readings',
  sessions: 'Charge sessions',
  commands: 'Dispatches and Commands',
  audit: 'Audit log',
};

const days = (count: number | null) =>
  count === null ? 'For ever' : formatCount(count, 'day', 'days');

function Facts({ about }: { about: About }) {
  const { service, dispatch, retention } = about;
  const kept = (['readings', 'sessions', 'commands', 'audit'] as const).map(
    (what): [string, string] => [RETENTION_LABELS[what], days(retention[what])],
  );
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 1fr' } }}>
      <Section title="Device Connectivity Service">
        <FactList>
          <Fact name="Service">
            {service.isEmbedded
              ? 'The embedded service, with simulated devices'
              : 'The one that SERVICE_BASE_URL names'}
          </Fact>
          <Fact name="State">
            {service.state === 'ok' ? 'It answers.' : SERVICE_TITLES[service.state]}
          </Fact>
          <Fact name="Token good until">
            {service.tokenGoodUntil === null ? (
              'There is none yet'
            ) : (
              <ExactTimeText instant={service.tokenGoodUntil} />
            )}
          </Fact>
          <Fact name="Background requests">
            {`At most ${formatNumber(service.requestsPerSecond)} a second`}
          </Fact>
          <Fact name="In flight">{`At most ${formatNumber(service.maxInFlight)} requests`}</Fact>
          <Fact name="Time-out">{`${formatNumber(service.timeoutMs / 1000, 1)} s`}</Fact>
          <Fact name="Fleet">
            {about.readsFleet ? 'Read in the background' : 'Read only on request'}
          </Fact>
        </FactList>
      </Section>
      <Section title="Console">
        <FactList>
          <Fact name="Version">{about.version}</Fact>
          <Fact name="Database">{about.database}</Fact>
          <Fact name="Sign-in">{about.identityProvider ?? 'Accounts of this console'}</Fact>
        </FactList>
      </Section>
      <Section title="Kept for">
        <Pairs pairs={kept} />
      </Section>
      <Section title="Dispatch">
        <Pairs
          pairs={[
            ['Name typed above', formatCount(dispatch.confirmEntities, 'Entity', 'Entities')],
            ['Same Command again', within(dispatch.guardMinutes)],
            ['Verification awaited', `${dispatch.verificationWaitMinutes} min`],
            ['Lists of the Service may lag', `${dispatch.settleSeconds} s`],
            ['A lost answer may take effect', `${dispatch.horizonMinutes} min`],
          ]}
        />
      </Section>
    </Box>
  );
}

const within = (minutes: number) =>
  minutes === 0 ? 'Never warned of' : `Warned of within ${minutes} min`;

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <FactList>
      {pairs.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </FactList>
  );
}
