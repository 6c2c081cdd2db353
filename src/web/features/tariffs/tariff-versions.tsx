import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import { rateLabel, validityLabel } from '../../../domain/reports/tariff-labels.ts';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { PriceWeek } from './price-week.tsx';

/** All versions of a tariff, newest first; they never change. */
export function TariffVersions({ id }: { id: string }) {
  const read = useQuery(query(REPORT_ROUTES.tariffVersions, { params: { id } }));
  const { data } = read;
  if (data === undefined) return <ReadBlock read={read} what="the versions" rows={4} />;
  if (data.tariffs.length === 0) return <EmptyState title="There is no such tariff." />;
  return data.tariffs.map((tariff, at) => (
    <Section key={tariff.version} title={`Version ${tariff.version}: ${tariff.content.name}`}>
      <Version tariff={tariff} />
      {at === 0 && (
        <Box sx={{ mt: 1.5 }}>
          <PriceWeek content={tariff.content} />
        </Box>
      )}
    </Section>
  ));
}

function Version({ tariff }: { tariff: SavedTariff }) {
  const { content } = tariff;
  return (
    <FactList label={`Version ${tariff.version}`}>
      <Fact name="Saved">
        <DateTimeText instant={tariff.savedAt} /> by {tariff.savedBy}
      </Fact>
      <Fact name="Time zone">{content.zone}</Fact>
      {content.validities.map((validity) => (
        <Fact key={validity.validFrom} name={validityLabel(validity)}>
          <Typography variant="body2">{rateLabel(validity.rate, content.currency)}</Typography>
        </Fact>
      ))}
    </FactList>
  );
}
