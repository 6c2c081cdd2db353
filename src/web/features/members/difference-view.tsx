import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Collective } from '../../../contract/collective.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import type { MembershipNews } from '../../../contract/console/membership.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { ValueTree } from '../../components/value-tree.tsx';
import { differenceOf, type Difference } from './difference.ts';

interface DifferenceViewProps {
  /** Known to the directory before. */
  known: readonly DirectoryEntity[];
  /** The Collective in the Service's answer. */
  answer: Collective;
  /** How the directory applied the answer; undefined if that could not be read. */
  news: Pick<MembershipNews, 'leaving'> | undefined;
}

/** Before and after: which Entities left a Collective together with a member. */
export function DifferenceView({ known, answer, news }: DifferenceViewProps) {
  const difference = differenceOf(known, answer);
  const asks = news !== undefined && news.leaving !== null;
  return (
    <>
      {difference === null ? (
        <Typography>
          The Service did not say which Entities remain, so nothing can be compared and the
          directory is unchanged.
        </Typography>
      ) : (
        <>
          <StatTiles>
            <StatTile label="Known before" value={formatNumber(difference.before)} />
            <StatTile label="Not in the answer" value={formatNumber(difference.gone.length)} />
            <StatTile label="In the answer" value={formatNumber(difference.after)} />
          </StatTiles>
          <Typography>
            {difference.gone.length === 0
              ? 'No Entity left with the member.'
              : `${formatCount(difference.gone.length, 'Entity', 'Entities')} ${asks ? 'would leave' : 'left'} the Collective:`}
          </Typography>
          <Names label="Entities that left">
            {difference.gone.map(({ id, name }) => (
              <li key={id}>
                <EntityLink id={id} name={name} />
              </li>
            ))}
          </Names>
          {difference.added.length > 0 && (
            <>
              <Typography>
                {formatCount(difference.added.length, 'Entity was', 'Entities were')} not known here
                before:
              </Typography>
              <Names label="Entities that are new here">
                {difference.added.map((id) => (
                  <li key={id}>
                    <EntityLink id={id} name={null} />
                  </li>
                ))}
              </Names>
            </>
          )}
          <Typography variant="body2" color={asks ? 'textPrimary' : 'textSecondary'}>
            {appliedMessage(difference, news)}
          </Typography>
        </>
      )}
      {answer.properties !== undefined && answer.properties !== null && (
        <Box component="section" aria-label="Custom properties of the Collective">
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            Custom properties
          </Typography>
          <ValueTree value={answer.properties} />
        </Box>
      )}
    </>
  );
}

/** How the directory applied the answer, in a sentence or two. */
function appliedMessage({ added }: Difference, news: DifferenceViewProps['news']): string {
  if (news === undefined) return 'Whether the directory has applied this could not be read.';
  const gone =
    news.leaving !== null
      ? 'That is many for one member, so the directory has not applied it: decide on the Collective’s page, above the tabs.'
      : 'The directory has applied this.';
  if (added.length === 0) return gone;
  return `${gone} New Entities are listed on that page, and each is added once it is confirmed or named again.`;
}

function Names({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={label}
      tabIndex={0}
      sx={{ m: 0, pl: 2.5, columnWidth: 200, maxHeight: 260, overflowY: 'auto' }}
    >
      {children}
    </Box>
  );
}
