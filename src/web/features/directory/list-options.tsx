import TuneIcon from '@mui/icons-material/Tune';
import { lazyPanel } from '../../components/lazy-panel.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import type { ColumnsPanelProps } from './columns-panel.tsx';

const Columns = lazyPanel(async () => (await import('./columns-panel.tsx')).ColumnsPanel);

/** Columns and row height of a list; a phone shows neither. */
export function ListOptions(props: ColumnsPanelProps) {
  return (
    !useNarrow() && (
      <PopPanel label="Columns" icon={<TuneIcon />}>
        <Columns {...props} />
      </PopPanel>
    )
  );
}
