import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import TuneIcon from '@mui/icons-material/Tune';
import { lazyPanel } from '../../components/lazy-panel.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import type { ListOptionsProps } from './list-panels.tsx';

const Columns = lazyPanel(async () => (await import('./list-panels.tsx')).ColumnsPanel);
const Views = lazyPanel(async () => (await import('./list-panels.tsx')).ViewsPanel);

/** Columns and row height of a list, and its saved views; rows on a phone have no columns. */
export function ListOptions(props: ListOptionsProps) {
  const narrow = useNarrow();
  return (
    <>
      <PopPanel
        label="Views"
        text={narrow ? <BookmarkIcon sx={{ fontSize: 18 }} /> : undefined}
        icon={narrow ? undefined : <BookmarkIcon />}
      >
        <Views {...props} />
      </PopPanel>
      {!narrow && (
        <PopPanel label="Columns" icon={<TuneIcon />}>
          <Columns {...props} />
        </PopPanel>
      )}
    </>
  );
}
