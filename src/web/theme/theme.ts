import '@mui/material/themeCssVarsAugmentation';
import { createTheme, type ThemeOptions } from '@mui/material/styles';
import { DARK, LIGHT } from './palettes.ts';

/** For all text; tabular figures are set on the body. */
export const SANS = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';

/** For ids. */
export const MONO = '"JetBrains Mono Variable", ui-monospace, monospace';

/** Height of a table row in px. */
export const ROW_HEIGHT = 36;
/** Height of a two-line row on a phone in px. */
export const NARROW_ROW_HEIGHT = 60;

const OVERLAY = { backgroundColor: 'var(--mui-palette-background-overlay)' } as const;

const FOCUS_RING = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 };

/** Everything but the colours. */
const OPTIONS: ThemeOptions = {
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
        ':focus-visible': FOCUS_RING,
        'h1:focus-visible': { outline: 'none' },
        // Words of others may run in the other direction.
        q: { unicodeBidi: 'isolate' },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          fontFamily: 'inherit',
          // MUI sets no outline, as its ripple would show the focus.
          '&:focus-visible': FOCUS_RING,
          // Disabled by a role: it stays focusable, so that its reason can be read.
          '&[aria-disabled="true"][data-hint]': { opacity: 0.5, cursor: 'default' },
        },
      },
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
    MuiLink: {
      defaultProps: { underline: 'hover' },
      // In a sentence, colour alone does not distinguish a link from the text around it.
      styleOverrides: { root: { 'p &, li > span &': { textDecoration: 'underline' } } },
    },
    MuiOutlinedInput: { defaultProps: { size: 'small' } },
    MuiDialogTitle: { defaultProps: { component: 'h2' } },
  },
};

/** The theme in both colour schemes: every colour is a custom property, chosen by an attribute of the document. */
const theme = createTheme({
  ...OPTIONS,
  cssVariables: { colorSchemeSelector: '[data-scheme="%s"]' },
  colorSchemes: { light: { palette: LIGHT }, dark: { palette: DARK } },
});

/** Key of the chosen colour scheme in localStorage; the page's first script reads it too. */
const MODE_KEY = 'gridhelm-mode';

/** What every root of the console gives its `ThemeProvider`. */
export const THEMED = { theme, modeStorageKey: MODE_KEY, noSsr: true } as const;

/** Stores the chosen colours again after all data of this browser was cleared. */
export function keepColorMode(mode: string): void {
  try {
    localStorage.setItem(MODE_KEY, mode);
  } catch {
    // Storage is blocked or full: the choice applies to this page only.
  }
}
