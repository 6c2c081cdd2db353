import '@mui/material/themeCssVarsAugmentation';
import { createTheme } from '@mui/material/styles';
import type { EntityTone } from './entity-type-style.ts';
import type { StatusTone } from './status.ts';

declare module '@mui/material/styles' {
  interface Palette {
    status: Record<StatusTone, string>;
    entity: Record<EntityTone, string>;
  }
  interface PaletteOptions {
    status: Record<StatusTone, string>;
    entity: Record<EntityTone, string>;
  }
  interface TypeBackground {
    /** The ground of what lies over a page: dialogs, sheets, menus. */
    overlay: string;
  }
}

/** For all text; tabular figures are set on the body. */
export const SANS = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';

/** For ids. */
export const MONO = '"JetBrains Mono Variable", ui-monospace, monospace';

/** Height of a table row in px. */
export const ROW_HEIGHT = 36;
/** Height of a two-line row on a phone in px. */
export const NARROW_ROW_HEIGHT = 60;

/** Key of the chosen colour scheme in localStorage; the page's first script reads it too. */
export const MODE_KEY = 'gridhelm-mode';

const CONTRAST = 4.5;

const OVERLAY = { backgroundColor: 'var(--mui-palette-background-overlay)' } as const;

/** Three surfaces (canvas, card, overlay), hairlines, one accent; other colours mean a status or a type. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: '[data-scheme="%s"]' },
  colorSchemes: {
    light: {
      palette: {
        contrastThreshold: CONTRAST,
        primary: { main: '#4b46b8', contrastText: '#ffffff' },
        secondary: { main: '#4d5866' },
        error: { main: '#c62828' },
        warning: { main: '#b54708' },
        info: { main: '#0273b2' },
        success: { main: '#17692b' },
        background: { default: '#f7f7f7', paper: '#ffffff', overlay: '#ffffff' },
        text: { primary: '#1c2026', secondary: '#545d69' },
        divider: '#e3e4e6',
        status: {
          grey: '#59636f',
          blue: '#0369a1',
          teal: '#0b6b64',
          green: '#17692b',
          amber: '#a34408',
          red: '#bd2424',
        },
        entity: {
          indigo: '#4b46b8',
          orange: '#b4570c',
          blue: '#1565c0',
          teal: '#0b7a70',
          ochre: '#866000',
          purple: '#8a45ad',
          slate: '#546170',
          brown: '#7a5548',
        },
      },
    },
    dark: {
      palette: {
        contrastThreshold: CONTRAST,
        primary: { main: '#b4b0ff', dark: '#a09bf7', contrastText: '#17153f' },
        secondary: { main: '#aab4c2' },
        error: { main: '#ff6659', dark: '#c62828', contrastText: '#000000' },
        warning: { main: '#f0a63c' },
        info: { main: '#29b6f6', dark: '#0273b2' },
        success: { main: '#66bb6a', dark: '#2e7d32' },
        background: { default: '#101217', paper: '#171a20', overlay: '#1e222a' },
        text: { primary: '#e7e9ed', secondary: '#a9b1bd' },
        divider: '#2a2f38',
        status: {
          grey: '#a7b0bc',
          blue: '#5fbaf7',
          teal: '#52cfc0',
          green: '#72cc78',
          amber: '#f3b254',
          red: '#ff8f87',
        },
        entity: {
          indigo: '#a9a5ff',
          orange: '#f0a35e',
          blue: '#6db3f7',
          teal: '#4fc7b8',
          ochre: '#d9b24a',
          purple: '#cf9bea',
          slate: '#a7b0bc',
          brown: '#c9a796',
        },
      },
    },
  },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: SANS,
    fontSize: 14,
    htmlFontSize: 16,
    h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.25, letterSpacing: '-0.015em' },
    h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.45 },
    caption: { fontSize: '0.75rem', lineHeight: 1.4 },
    button: { fontSize: '0.875rem', textTransform: 'none', fontWeight: 500 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: {
          fontSize: '0.875rem',
          fontVariantNumeric: 'tabular-nums',
          overflowWrap: 'anywhere',
        },
        ':focus-visible': {
          outline: '2px solid var(--mui-palette-primary-main)',
          outlineOffset: 2,
        },
        'h1:focus-visible': { outline: 'none' },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: 'inherit' } },
    },
    MuiButton: {
      defaultProps: { size: 'small', disableElevation: true },
      styleOverrides: {
        root: { minHeight: 32, paddingInline: 12 },
        outlined: { borderColor: 'color-mix(in srgb, currentColor 35%, transparent)' },
      },
    },
    MuiIconButton: { defaultProps: { size: 'small' } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: { styleOverrides: { paper: OVERLAY } },
    MuiDrawer: { styleOverrides: { paper: OVERLAY } },
    MuiPopover: { styleOverrides: { paper: OVERLAY } },
    MuiAlert: { styleOverrides: { root: { alignItems: 'flex-start' } } },
    MuiLink: {
      defaultProps: { underline: 'hover' },
      // In a sentence colour alone does not distinguish a link from the text around it.
      styleOverrides: { root: { 'p &, li > span &': { textDecoration: 'underline' } } },
    },
    MuiOutlinedInput: { defaultProps: { size: 'small' } },
    MuiDialogTitle: { defaultProps: { component: 'h2' } },
  },
});
