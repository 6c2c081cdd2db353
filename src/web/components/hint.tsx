import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import {
  useCallback,
  useState,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
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
  const [cut, setCut] = useState<HTMLElement | null>(null);
  const measure = ({ target, currentTarget }: SyntheticEvent<HTMLElement>) => {
    const isOwn = target instanceof Element && target.closest(`.${TIP}`) === currentTarget;
    const at = isOwn && cells ? target.closest<HTMLElement>('td, th') : currentTarget;
    setCut(isOwn && at !== null && isCut(at) ? at : null);
  };
  return (
    <Tooltip
      // Not a string: it would be a native title too.
      title={cut === null ? '' : <>{cut.innerText}</>}
      slotProps={{ popper: { anchorEl: cut } }}
      onMouseOver={measure}
      onFocus={measure}
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
