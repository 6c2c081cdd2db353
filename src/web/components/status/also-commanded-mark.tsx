import { Hint } from '../hint.tsx';

/** Marks an Entity that got a Command without being a known Entity of the Collective when sent. */
export function AlsoCommandedMark() {
  return (
    <Hint
      text="Named in the Service’s answer; not a known Entity of the Collective when sent."
      sx={{
        ml: 0.75,
        px: 0.5,
        border: 1,
        borderColor: 'var(--mui-palette-status-amber)',
        borderRadius: 0.75,
        color: 'var(--mui-palette-status-amber)',
        fontSize: '0.75rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      also commanded
    </Hint>
  );
}
