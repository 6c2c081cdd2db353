import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { OthersCommands } from '../../../contract/console/others-commands.ts';
import { sentence } from '../../../lib/sentence.ts';
import { othersCommands } from '../../api/fleet-overview.ts';
import { OthersRounds } from '../../components/others-rounds.tsx';
import { ReadBlock, type PendingRead } from '../../components/read-block.tsx';
import { knownOfText } from '../../components/known-of.ts';
import { Section } from '../../components/section.tsx';
import { useZone } from '../../theme/preferences.ts';

/** Which Commands of other systems a page shows: sent or planned ones. */
export type OthersPart = 'due' | 'planned';

const NONE = { due: 'nothing is known', planned: 'nothing is planned' } as const;
const TITLES = { due: 'Sent by other systems', planned: 'Planned by other systems' } as const;

/** Commands sent or planned by other systems; hidden if none are known. */
export function OthersSection({ part }: { part: OthersPart }) {
  const query = useQuery(othersCommands(useZone()));
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
  const readOf = data?.readOf ?? null;
  const known = readOf === null ? null : knownOfText(readOf);
  if (rounds?.length === 0 && known === null) return null;
  return (
    <Section
      title={title}
      about="Commands that the Service lists and this console did not send. Those of the same type, value and time are one row."
    >
      {rounds === undefined ? (
        <ReadBlock read={read} what="the Commands of other systems" />
      ) : (
        <>
          {rounds.length > 0 && <OthersRounds label={title} rounds={rounds} withCollective />}
          {known !== null && (
            <Box component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
              {rounds.length > 0 ? sentence(known) : sentence(`${NONE[part]}, ${known}`)}
            </Box>
          )}
        </>
      )}
    </Section>
  );
}
