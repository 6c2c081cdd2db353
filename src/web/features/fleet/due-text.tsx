import { MISSING } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';

/** When something is due; after that, that it is waiting for its turn. */
export function DueText({ instant }: { instant: string | null }) {
  const now = useNow();
  const at = instantMs(instant);
  if (at === null) return MISSING;
  return at <= now ? 'now' : <RelativeTimeText instant={instant} />;
}
