import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A line above the page about the console itself. @param title the problem, in a sentence */
export function Banner({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        px: { xs: 2, md: 3 },
        py: 1,
        fontSize: '0.8125rem',
        borderBottom: 1,
        borderColor: 'var(--mui-palette-status-amber)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 10%, transparent)',
      }}
    >
      {icon}
      <span>
        <strong>{title}</strong> {children}
      </span>
    </Box>
  );
}

/** Style of a banner's icon. */
export const bannerIcon = { fontSize: 18, color: 'var(--mui-palette-status-amber)' } as const;
