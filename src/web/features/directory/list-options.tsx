import TuneIcon from '@mui/icons-material/Tune';
import { PopPanel } from '../../components/pop-panel.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { ColumnsPanel, type ColumnsPanelProps } from './columns-panel.tsx';

/** Columns and row height of a list; a phone shows neither. */
export function ListOptions(props: ColumnsPanelProps) {
  return (
    !useNarrow() && (
      <PopPanel label="Columns" icon={<TuneIcon />}>
        <ColumnsPanel {...props} />
      </PopPanel>
    )
  );
}
