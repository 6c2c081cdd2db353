import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useCallback, useId, useState, type ReactElement, type ReactNode } from 'react';
import { TIP } from '../theme/theme.ts';

interface HintProps {
  /** The explanation. */
  text: string;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

/** Text with an explanation for pointer and keyboard. */
export function Hint({ text, sx, children }: HintProps) {
  return (
    <Tooltip title={text}>
      <Box component="span" tabIndex={0} sx={sx}>
        {children}
      </Box>
    </Tooltip>
  );
}

const CONTROLS = 'a, button, input, select, textarea, [tabindex]';

/** Whether an element's content exceeds it; the height of a cell follows its row. */
function isCut(element: Element): boolean {
  return (
    element.scrollWidth > element.clientWidth + 1 ||
    (!element.matches('td, th') && element.scrollHeight > element.clientHeight + 1)
  );
}

interface CutTipProps {
  /** Whether it is the cells of the child that are cut: one tooltip for a row, as a list has many cells. */
  cells?: boolean;
  /** What cuts its text with an ellipsis. */
  children: ReactElement;
}

/** Shows the whole text of an element while it is cut, except where something inside explains itself. */
export function CutTip({ cells = false, children }: CutTipProps) {
  const id = useId();
  const [shown, setShown] = useState<HTMLElement | null>(null);
  const cutAt = ({ target }: Pick<Event, 'target'>): HTMLElement | null => {
    if (!(target instanceof Element)) return null;
    const own = target.closest<HTMLElement>(`.${TIP}`);
    const at = cells ? target.closest<HTMLElement>('td, th') : own;
    return own?.dataset['cut'] === id && at !== null && isCut(at) ? at : null;
  };
  return (
    <Tooltip
      data-cut={id}
      open={shown !== null}
      // Not a string: it would be a native title too.
      title={<>{shown?.innerText}</>}
      onOpen={(event) => setShown(cutAt(event))}
      onClose={() => setShown(null)}
      onMouseOver={(event) => {
        if (shown !== null && cutAt(event) !== shown) setShown(null);
      }}
      slotProps={{ popper: { anchorEl: shown } }}
    >
      {children}
    </Tooltip>
  );
}

/** Text cut with an ellipsis. While it is cut, Tab reaches it, unless a control inside or around it does that. */
export function CutText({ lines = 1, children }: { lines?: number; children: ReactNode }) {
  const [isStop, setStop] = useState(false);
  const watch = useCallback((element: HTMLElement) => {
    const isOfControl = () =>
      element.querySelector(CONTROLS) !== null || element.parentElement?.closest('a, button');
    const observer = new ResizeObserver(() => setStop(isCut(element) && !isOfControl()));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <CutTip>
      <Box
        component="span"
        ref={watch}
        tabIndex={isStop ? 0 : undefined}
        sx={{
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          ...(lines === 1
            ? { display: 'block', whiteSpace: 'nowrap' }
            : {
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: lines,
                whiteSpace: 'normal',
                lineHeight: 1.3,
              }),
        }}
      >
        {children}
      </Box>
    </CutTip>
  );
}
