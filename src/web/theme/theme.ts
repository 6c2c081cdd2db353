import '@mui/material/themeCssVarsAugmentation';
import { createTheme, type ThemeOptions } from '@mui/material/styles';
import { DARK, LIGHT } from './palettes.ts';

/** For all text; tabular figures are set on the body. */
const SANS = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';

/** For ids. */
export const MONO = '"JetBrains Mono Variable", ui-monospace, monospace';

/** Height of a table row in px. */
export const ROW_HEIGHT = 36;
/** Height of a two-line row on a phone in px. */
export const NARROW_ROW_HEIGHT = 60;

/** Class of every element with a tooltip. */
export const TIP = 'gh-tip';

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
          '&[aria-disabled="true"]': { opacity: 0.5, cursor: 'default' },
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
    MuiDialog: { defaultProps: { fullWidth: true }, styleOverrides: { paper: OVERLAY } },
    MuiDrawer: { styleOverrides: { paper: OVERLAY } },
    MuiPopover: {
      defaultProps: { transitionDuration: 0, elevation: 6 },
      styleOverrides: { paper: { ...OVERLAY, border: '1px solid var(--mui-palette-divider)' } },
    },
    MuiMenu: { defaultProps: { transitionDuration: 0 } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.8125rem', minHeight: 32 } } },
    MuiTooltip: {
      defaultProps: {
        className: TIP,
        describeChild: true,
        enterDelay: 200,
        enterNextDelay: 200,
        leaveDelay: 100,
        slotProps: { transition: { timeout: 0 } },
      },
    },
    MuiTabs: {
      defaultProps: {
        variant: 'scrollable',
        scrollButtons: 'auto',
        allowScrollButtonsMobile: true,
        selectionFollowsFocus: true,
      },
      styleOverrides: {
        root: {
          minHeight: 36,
          marginBottom: 16,
          borderBottom: '1px solid var(--mui-palette-divider)',
        },
        // At the end of the row its button would only take space.
        scrollButtons: { '&.Mui-disabled': { display: 'none' } },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 36,
          minWidth: 0,
          padding: '0 10px',
          fontWeight: 400,
          '&:hover': { color: 'var(--mui-palette-text-primary)' },
          '&.Mui-selected': { fontWeight: 600, color: 'var(--mui-palette-text-primary)' },
        },
      },
    },
    MuiAlert: {
      styleOverrides: { root: { fontSize: '0.8125rem' }, message: { minWidth: 0 } },
    },
    MuiCheckbox: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { padding: 4 } },
    },
    MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 4 } } },
    MuiFormControlLabel: {
      styleOverrides: { root: { marginLeft: -4 }, label: { fontSize: '0.8125rem' } },
    },
    MuiToggleButtonGroup: {
      styleOverrides: {
        root: {
          gap: 6,
          // Separate buttons, since groups wrap: MUI joins them.
          '& .MuiToggleButton-root.MuiToggleButtonGroup-grouped': {
            margin: 0,
            border: '1px solid var(--mui-palette-divider)',
            borderRadius: 8,
            '&.Mui-selected': { borderColor: 'var(--mui-palette-primary-main)' },
          },
        },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minHeight: 28,
          padding: '0 10px',
          fontSize: '0.8125rem',
          fontWeight: 400,
          whiteSpace: 'nowrap',
          color: 'var(--mui-palette-text-primary)',
          '&.Mui-selected': {
            fontWeight: 600,
            color: 'var(--mui-palette-primary-main)',
            backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, transparent)',
          },
        },
      },
    },
    MuiLink: {
      defaultProps: { underline: 'hover' },
      // In a sentence, colour alone does not distinguish a link from the text around it.
      styleOverrides: { root: { 'p &, li > span &': { textDecoration: 'underline' } } },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: {
          marginBottom: 4,
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          fontWeight: 600,
          color: 'var(--mui-palette-text-primary)',
          '&.Mui-focused, &.Mui-error': { color: 'var(--mui-palette-text-primary)' },
        },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: { fontSize: '0.875rem', paddingInline: 13 },
        // As high as buttons and the fields of dense rows.
        input: {
          height: 20,
          padding: '6px 0',
          '&::placeholder': { opacity: 1, color: 'var(--mui-palette-text-secondary)' },
        },
        multiline: { paddingBlock: 6, '& textarea': { padding: 0 } },
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        // Why a field is disabled must be readable.
        root: { marginInline: 0, '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' } },
      },
    },
    MuiDialogTitle: {
      defaultProps: { component: 'h2' },
      styleOverrides: { root: { fontSize: '1rem', paddingBottom: 8 } },
    },
    MuiDialogContent: {
      styleOverrides: {
        root: {
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 12,
          alignContent: 'start',
        },
      },
    },
    MuiDialogActions: {
      defaultProps: { disableSpacing: true },
      styleOverrides: { root: { gap: 8, flexWrap: 'wrap', padding: '8px 24px 16px' } },
    },
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
