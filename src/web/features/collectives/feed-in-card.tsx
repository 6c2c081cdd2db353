import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { limitsFeedIn } from '../../../domain/entity-abilities.ts';
import { Card } from '../../components/card.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { mergePages, type Sent } from '../batches/batches-queries.ts';
import { Outcome, What } from '../batches/sent-cells.tsx';

/** Whether something sent limits the feed-in, or lifts the limits; null: neither. */
function limitOf({ batch, others }: Sent): boolean | null {
  if (batch === null) return limitsFeedIn(others.type);
  return limitsFeedIn(batch.items.length === 1 ? (batch.items[0]?.type ?? null) : null);
}

/** The limits of what a Collective feeds in, as far as the last and next Commands tell. */
export function FeedInCard({ overview: { last, next } }: { overview: FleetCollective }) {
  const sent = mergePages([last]);
  const newest = sent.find((each) => limitOf(each) !== null);
  const limit = sent.find((each) => limitOf(each) === true);
  const planned = (limits: boolean) => next.find(({ type }) => limitsFeedIn(type) === limits);
  return (
    <Card title="Feed-in" note="by the last Commands; the Service reports no limit itself">
      <FactList label="Feed-in">
        <Fact name="In force">
          {newest === undefined ? (
            'not known'
          ) : limitOf(newest) === true ? (
            <Line sent={newest} />
          ) : (
            <Line sent={newest} before="none where this was verified: " />
          )}
        </Fact>
        <Fact name="Last limit">{limit === undefined ? 'none known' : <Line sent={limit} />}</Fact>
        <Fact name="Next limit">
          <Plan plan={planned(true)} />
        </Fact>
        <Fact name="Next lift">
          <Plan plan={planned(false)} />
        </Fact>
      </FactList>
    </Card>
  );
}

function Line({ sent, before }: { sent: Sent; before?: ReactNode }) {
  return (
    <>
      {before}
      <What {...sent} />, <RelativeTimeText instant={sent.at} />
      <Box sx={{ maxWidth: 320 }}>
        <Outcome {...sent} />
      </Box>
    </>
  );
}

function Plan({ plan }: { plan: PlannedItem | undefined }) {
  if (plan === undefined) return 'none known';
  return (
    <>
      {commandLabelWithValue(plan)}, <RelativeTimeText instant={plan.triggerTime} />
    </>
  );
}
