import { createTheme } from '@mui/material/styles';
import { expect, test } from 'vitest';
import { DARK, LIGHT } from './palettes.ts';
import { theme, THEME_OPTIONS, varsOf } from './theme.ts';
import { THEME_VARS } from './generated-theme-vars.ts';

// After a change of the theme, `npx vitest run -u` with this file writes both generated files.

/** As MUI creates it, with both schemes. */
const full = createTheme({
  ...THEME_OPTIONS,
  cssVariables: { colorSchemeSelector: '[data-scheme="%s"]' },
  colorSchemes: { light: { palette: LIGHT }, dark: { palette: DARK } },
});

/** Unused by the console's components: paper has no overlay, and these are not drawn. */
const UNUSED =
  /^(?:--mui-)?(?:overlays|palette-(?:Alert|AppBar|Avatar|Chip|FilledInput|Slider|SnackbarContent|SpeedDialAction|StepConnector|StepContent|TableCell))-/;

function leaves(node: object, path: string): [name: string, value: unknown][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const name = path === '' ? key : `${path}-${key}`;
    return typeof value === 'object' && value !== null ? leaves(value, name) : [[name, value]];
  });
}

const wanted = leaves(full.generateThemeVars(), '').filter(([name]) => !UNUSED.test(name));

test('the custom properties have the names that MUI gives them', async () => {
  const names = wanted.map(([name]) => name).join(' ');
  const file = `// Generated: theme-vars.test.ts.\nexport const THEME_VARS =\n  '${names}';\n`;
  await expect(file).toMatchFileSnapshot('generated-theme-vars.ts');
});

test('the theme has the tree of custom properties that MUI creates', () => {
  expect(leaves(varsOf(THEME_VARS), '')).toEqual(wanted);
  expect(leaves(theme.vars, '')).toEqual(wanted);
});

test('the style sheet has MUI’s values for both schemes', async () => {
  const rules = full.generateStyleSheets().flatMap((sheet) =>
    Object.entries(sheet).map(([selector, body]: [string, object]) => {
      const lines = Object.entries(body)
        .filter(([name]) => !UNUSED.test(name))
        .map(([name, value]: [string, unknown]) => {
          const property = name === 'colorScheme' ? 'color-scheme' : name;
          return `  ${property}: ${String(value)};\n`;
        });
      return `${selector} {\n${lines.join('')}}\n`;
    }),
  );
  const file = `/* Generated: theme-vars.test.ts. */\n${rules.join('\n')}`;
  await expect(file).toMatchFileSnapshot('generated-theme-vars.css');
});

test('everything else that components read from a theme is as MUI creates it', () => {
  expect(theme.applyStyles('dark', { color: 'red' })).toEqual(
    full.applyStyles('dark', { color: 'red' }),
  );
  expect(theme.typography).toMatchObject(JSON.parse(JSON.stringify(full.typography)));
  expect(theme.zIndex).toEqual(full.zIndex);
  expect(theme.shadows).toEqual(full.shadows);
  expect(theme.components).toEqual(full.components);
  const color = full.vars.palette.primary.main;
  const ours = theme.vars.palette.primary.main;
  expect(theme.alpha(ours, 0.5)).toBe('rgba(var(--mui-palette-primary-mainChannel) / 0.5)');
  expect(full.alpha(color, 0.5)).toContain('--mui-palette-primary-mainChannel');
  expect(theme.transitions.create('color')).toBe(full.transitions.create('color'));
  expect(theme.breakpoints.up('md')).toBe(full.breakpoints.up('md'));
});
