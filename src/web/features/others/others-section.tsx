import { useQuery } from '@tanstack/react-query';
import type { OthersCommands } from '../../../contract/console/overview.ts';
import { othersCommandsQuery } from '../../api/overview.ts';
import { OthersRounds } from '../../components/others-rounds.tsx';
import { ReadBlock, type PendingRead } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useZone } from '../../theme/preferences.ts';

/** What of other systems a page shows: what they sent, or what they planned. */
export type OthersPart = 'due' | 'planned';

const TITLES = { due: 'Sent by other systems', planned: 'Planned by other systems' } as const;

/** What other systems sent or planned; nothing where nothing is known of any. */
export function OthersSection({ part }: { part: OthersPart }) {
  const query = useQuery(othersCommandsQuery(useZone()));
  return <OthersView part={part} data={query.data} read={query} />;
}

interface OthersViewProps {
  part: OthersPart;
  data: OthersCommands | undefined;
  read: PendingRead;
}

/** The section in all its states. */
export function OthersView({ part, data, read }: OthersViewProps) {
  const title = TITLES[part];
  const rounds = data?.rounds?.[part];
  if (rounds?.length === 0) return null;
  return (
    <Section
      title={title}
      about="Commands that the Service lists and this console did not send. Those of the same type, value and time are one row."
    >
      {rounds === undefined ? (
        <ReadBlock read={read} what="the Commands of other systems" />
      ) : (
        <OthersRounds label={title} rounds={rounds} />
      )}
    </Section>
  );
}
