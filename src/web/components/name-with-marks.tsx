import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import { CutTip, Hint } from './hint.tsx';

interface NameWithMarksProps {
  /** The name; it is cut only once the marks have shrunk to their icons. */
  children: ReactNode;
  /** Each a `ShrinkingMark`. */
  marks: ReactNode;
}

/** A name on one line, whose marks shrink to make room for it. */
export function NameWithMarks({ children, marks }: NameWithMarksProps) {
  return (
    <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <CutTip>
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {children}
        </Box>
      </CutTip>
      {marks}
    </Box>
  );
}

interface ShrinkingMarkProps {
  icon: typeof SvgIcon;
  /** The full text, even if only the icon fits. */
  hint: string;
  /** CSS. */
  color: string;
  /** The label beside the icon. */
  children: string;
}

/** A mark beside a name: without room for both, its label wraps out of sight and its icon stays. */
export function ShrinkingMark({ icon: Icon, hint, color, children }: ShrinkingMarkProps) {
  return (
    <Hint
      text={hint}
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        // The name shrinks only after this.
        flex: '0 10000 auto',
        minWidth: 16,
        height: 20,
        lineHeight: '20px',
        columnGap: 0.5,
        overflow: 'hidden',
        color,
      }}
    >
      <Icon sx={{ fontSize: 16, height: 20 }} />
      <span>{children}</span>
    </Hint>
  );
}
