import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import {
  cloneElement,
  useCallback,
  useId,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { TIP } from '../theme/theme.ts';

/** As the theme has them for other tooltips, in ms. */
const SHOW_MS = 200;
const HIDE_MS = 100;

/** Acts after a while, unless it is asked to do something else before. */
function waiting() {
  let timer: ReturnType<typeof setTimeout>;
  return (ms: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}

type Tipped = ReactElement<HTMLAttributes<HTMLElement>>;

/** A tooltip, and what it is about. */
interface Shown {
  anchor: HTMLElement;
  title: ReactNode;
}

/**
 * An element with a tooltip that is made once the pointer or the keyboard is on it: a list has thousands, most of
 * which nobody asks for.
 * @param find what is shown for an event; null: nothing
 * @param title the text while it is not shown, for assistive technology; absent: none
 */
function useTip(
  element: Tipped,
  find: (event: SyntheticEvent<HTMLElement>) => Shown | null,
  title?: string,
): ReactNode {
  const id = useId();
  const [shown, setShown] = useState<Shown | null>(null);
  const [wait] = useState(waiting);
  const show = (event: SyntheticEvent<HTMLElement>) => {
    const found = find(event);
    wait(SHOW_MS, () => setShown(found));
  };
  const hide = () => wait(HIDE_MS, () => setShown(null));
  const { className } = element.props;
  return (
    <>
      {cloneElement(element, {
        className: className === undefined ? TIP : `${className} ${TIP}`,
        title: shown === null ? title : undefined,
        'aria-describedby': shown === null ? undefined : id,
        onMouseOver: show,
        onMouseLeave: hide,
        onFocus: (event) => {
          if (event.target.matches(':focus-visible')) show(event);
        },
        onBlur: hide,
      })}
      {shown !== null &&
        createPortal(
          <Tooltip
            open
            id={id}
            title={shown.title}
            onClose={() => setShown(null)}
            slotProps={{
              popper: {
                anchorEl: shown.anchor,
                onMouseOver: () => wait(0, () => setShown(shown)),
                onMouseLeave: hide,
              },
            }}
          >
            <span hidden />
          </Tooltip>,
          document.body,
        )}
    </>
  );
}

/** An element of a list with a tooltip; an empty one shows none. */
export function Tip({ title, children }: { title: string; children: Tipped }) {
  return useTip(
    children,
    ({ currentTarget }) => (title === '' ? null : { anchor: currentTarget, title }),
    title === '' ? undefined : title,
  );
}

interface HintProps {
  /** The explanation. */
  text: string;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

/** Text with an explanation for pointer and keyboard. */
export function Hint({ text, sx, children }: HintProps) {
  return (
    <Tip title={text}>
      <Box component="span" tabIndex={0} sx={sx}>
        {children}
      </Box>
    </Tip>
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
  children: Tipped;
}

/** Shows the whole text of an element while it is cut, except where something inside explains itself. */
export function CutTip({ cells = false, children }: CutTipProps) {
  return useTip(children, ({ target, currentTarget }) => {
    const isOwn = target instanceof Element && target.closest(`.${TIP}`) === currentTarget;
    const at = isOwn && cells ? target.closest<HTMLElement>('td, th') : currentTarget;
    // Not a string: it would be a native title too.
    return isOwn && at !== null && isCut(at) ? { anchor: at, title: <>{at.innerText}</> } : null;
  });
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
