import '@mui/material/themeCssVarsAugmentation';
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import { trusted } from '../../lib/trusted.ts';
import { LIGHT } from './palettes.ts';
import { THEME_VARS } from './generated-theme-vars.ts';

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
export const THEME_OPTIONS: ThemeOptions = {
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

type Vars = { [name: string]: string | Vars };

/** The custom properties of the style sheet as a tree, such as `palette.divider: "var(--mui-palette-divider)"`. */
export function varsOf(names: string): Vars {
  const root: Vars = {};
  for (const name of names.split(' ')) {
    const path = name.split('-');
    const last = path.pop() ?? '';
    let node = root;
    for (const part of path) {
      const next = node[part];
      const inner: Vars = typeof next === 'object' ? next : {};
      node[part] = inner;
      node = inner;
    }
    node[last] = `var(--mui-${name})`;
  }
  return root;
}

const plain = createTheme({ ...THEME_OPTIONS, palette: LIGHT });

/**
 * The theme with custom properties for colours, whose values for both schemes are in
 * `generated-theme-vars.css`. MUI could compute them in the page, but that is 9 kB of code with a constant
 * result (test: theme-vars).
 */
export const theme: Theme = {
  ...plain,
  // The test beside this file compares the tree with MUI's, which has this type.
  vars: trusted<Theme['vars']>(varsOf(THEME_VARS)),
  applyStyles: (scheme, styles) => ({ [`*:where([data-scheme="${scheme}"]) &`]: styles }),
};
