import Box from '@mui/material/Box';
import type {
  DirectoryCollectiveDetail,
  DirectoryCollectiveRecord,
} from '../../../contract/console/directory.ts';
import { sourceLabel } from '../../../domain/directory-labels.ts';
import { formatCount } from '../../../domain/format.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { HealthMark } from '../../components/health-mark.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { ValueTree } from '../../components/value-tree.tsx';

/** Facts of a Collective below its name: type, count, owner, ids, health, and since when. */
export function CollectiveFacts({ collective }: { collective: DirectoryCollectiveRecord }) {
  const { id, type, owner, entityCount, place, tags, source, knownAt, archived } = collective;
  return (
    <>
      <span>{type ?? 'Type not known'}</span>
      <span>{formatCount(entityCount, 'Entity', 'Entities')}</span>
      {place !== null && <span>{place}</span>}
      <CopyId id={id} what="the id of the Collective" />
      {owner !== null && (
        <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
          Owner <CopyId id={owner} what="the id of the owner" />
        </Box>
      )}
      {tags.length > 0 && <TagList tags={tags} />}
      {archived && <span>Archived</span>}
      <span>
        Known from {sourceLabel(source)}, <RelativeTimeText instant={knownAt} />
      </span>
      <HealthMark unreachable={collective.unreachable} long />
      {collective.conflicts > 0 && (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          {formatCount(collective.conflicts, 'conflict', 'conflicts')} to resolve, see the list of
          Collectives
        </Box>
      )}
    </>
  );
}

/** An operator's note, verbatim. */
export function CollectiveNote({ note }: { note: string | null }) {
  if (note === null || note === '') return null;
  return (
    <Box
      component="p"
      sx={{ m: 0, mb: 1.5, maxWidth: '80ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        Note:{' '}
      </Box>
      {note}
    </Box>
  );
}

/** Custom properties as the Service last reported them, with their time. */
export function CollectiveProperties({
  properties,
}: Pick<DirectoryCollectiveDetail, 'properties'>) {
  if (properties === null || properties.value === null) return null;
  return (
    <Box component="details" sx={{ mb: 1.5, fontSize: '0.8125rem' }}>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
        Custom properties, as reported by the Service when a member was removed{' '}
        <RelativeTimeText instant={properties.toldAt} />
      </Box>
      <Box sx={{ mt: 0.75, pl: 1.5, overflowWrap: 'anywhere' }}>
        <ValueTree value={properties.value} />
      </Box>
    </Box>
  );
}
