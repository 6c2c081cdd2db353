import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { rateLabel, validityLabel } from '../../../domain/reports/tariff-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { HeadPlace } from '../../components/head-slot.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { PriceWeek } from './price-week.tsx';
import { draftOf, emptyDraft } from './tariff-draft.ts';
import { TariffEditor } from './tariff-editor.tsx';
import { TariffsList } from './tariffs-list.tsx';
import type { TariffsSearch } from './tariffs-search.ts';

interface TariffsPageProps {
  search: TariffsSearch;
  onSearch: (search: TariffsSearch) => void;
}

/** Tariffs of reports: the list, the editor, or the versions of one. */
export function TariffsPage({ search, onSearch }: TariffsPageProps) {
  const { edit, versions } = search;
  const { reason } = usePermission('manage-tariffs');
  const [message, setMessage] = useState('');
  const close = () => onSearch({ edit: undefined, versions: undefined });
  const inList = edit === undefined && versions === undefined;
  return (
    <>
      <PageHeader
        title={
          edit === 'new'
            ? 'New tariff'
            : edit !== undefined
              ? 'Change a tariff'
              : inList
                ? 'Tariffs'
                : 'Versions of a tariff'
        }
        fresh={inList && <HeadPlace />}
        above={
          inList ? (
            <AppLink to="/reports">Reports</AppLink>
          ) : (
            <AppLink to="/reports/tariffs">Tariffs</AppLink>
          )
        }
        actions={
          inList &&
          reason === null && (
            <LinkButton variant="contained" to="/reports/tariffs" search={{ edit: 'new' }}>
              New tariff
            </LinkButton>
          )
        }
      >
        <span>
          The price of a kWh. Each change creates a new version
          {reason === null ? '' : `. ${reason}`}
        </span>
      </PageHeader>
      <Live sx={{ fontSize: '0.8125rem' }}>{inList && message}</Live>
      {edit !== undefined && (
        <Edit
          key={edit}
          edited={edit}
          onClose={close}
          onSaved={(saved) => {
            setMessage(saved);
            close();
          }}
        />
      )}
      {edit === undefined && versions !== undefined && <Versions key={versions} id={versions} />}
      {inList && <TariffsList onMessage={setMessage} />}
    </>
  );
}

interface EditProps {
  /** A tariff's id, or `new`. */
  edited: string;
  onClose: () => void;
  onSaved: (message: string) => void;
}

/** Reads the tariff to edit, and keeps its initial draft. */
function Edit({ edited, onClose, onSaved }: EditProps) {
  const read = useQuery(query(REPORT_ROUTES.tariffs));
  const { data } = read;
  const zone = browserZone();
  const [begun, setBegun] = useState(() =>
    edited === 'new' ? emptyDraft(zone, dateIn(zone, Date.now())) : null,
  );
  const newest = data?.tariffs.find(({ id }) => id === edited) ?? null;
  if (begun === null && newest !== null) setBegun(draftOf(newest));
  if (begun !== null) {
    return (
      <TariffEditor
        start={begun}
        newest={newest}
        onClose={onClose}
        onSaved={({ content, version }) =>
          onSaved(`“${content.name}” is saved as version ${version}.`)
        }
      />
    );
  }
  if (data === undefined) return <ReadBlock read={read} what="the tariff" rows={4} />;
  return (
    <EmptyState title="There is no such tariff in the list.">
      <Typography variant="body2">
        It was deleted, or the link is wrong.{' '}
        <AppLink to="/reports/tariffs">See all tariffs</AppLink>.
      </Typography>
    </EmptyState>
  );
}

/** All versions of a tariff, newest first; they never change. */
function Versions({ id }: { id: string }) {
  const read = useQuery(query(REPORT_ROUTES.tariffVersions, { params: { id } }));
  return (
    <Read query={read} what="the versions" rows={4}>
      {({ tariffs }) =>
        tariffs.length === 0 ? (
          <EmptyState title="There is no such tariff." />
        ) : (
          tariffs.map(({ version, content, savedAt, savedBy }, at) => (
            <Section key={version} title={`Version ${version}: ${content.name}`}>
              <FactList label={`Version ${version}`}>
                <Fact name="Saved">
                  <DateTimeText instant={savedAt} /> by {savedBy}
                </Fact>
                <Fact name="Time zone">{content.zone}</Fact>
                {content.validities.map((validity) => (
                  <Fact key={validity.validFrom} name={validityLabel(validity)}>
                    {rateLabel(validity.rate, content.currency)}
                  </Fact>
                ))}
              </FactList>
              {at === 0 && (
                <Box sx={{ mt: 1.5 }}>
                  <PriceWeek content={content} />
                </Box>
              )}
            </Section>
          ))
        )
      }
    </Read>
  );
}
