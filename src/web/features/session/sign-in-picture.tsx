import Box from '@mui/material/Box';
import { useId } from 'react';

/** Widths of the parts of each bar: verified, acknowledged, failed; the rest is pending. */
const BARS = [
  [150, 44, 0],
  [96, 30, 22],
  [184, 0, 14],
] as const;
const WIDTH = 240;

/** An illustration of the console: devices, and what is known about each batch sent to them. */
export function SignInPicture() {
  const hatch = useId();
  return (
    <Box
      component="svg"
      aria-hidden="true"
      viewBox="0 0 320 128"
      sx={{ width: '100%', display: 'block' }}
    >
      <defs>
        <pattern
          id={hatch}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2.5" height="5" fill="var(--mui-palette-status-teal)" />
        </pattern>
      </defs>
      {BARS.map(([verified, acknowledged, failed], at) => (
        <g key={verified} transform={`translate(16 ${24 + at * 36})`}>
          <circle
            cx="8"
            cy="4"
            r="8"
            fill="none"
            stroke="var(--mui-palette-primary-main)"
            strokeWidth="2.5"
          />
          <path d="M9 -1 5.4 4.8h2.7L7 9l3.9-5.8H8.1z" fill="var(--mui-palette-primary-main)" />
          <g transform="translate(36 0)">
            <rect width={WIDTH} height="8" rx="2" fill="var(--mui-palette-divider)" />
            <rect width={verified} height="8" rx="2" fill="var(--mui-palette-status-green)" />
            <rect x={verified + 2} width={acknowledged} height="8" fill={`url(#${hatch})`} />
            <rect
              x={verified + acknowledged + 4}
              width={failed}
              height="8"
              fill="var(--mui-palette-status-red)"
            />
          </g>
        </g>
      ))}
    </Box>
  );
}
