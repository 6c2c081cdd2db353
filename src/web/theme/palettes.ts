import type { PaletteOptions } from '@mui/material/styles';
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
    /** The background of dialogs, sheets and menus. */
    overlay: string;
  }
}

const CONTRAST = 4.5;

// Three surfaces (canvas, card, overlay), hairlines, one accent; other colours mean a status or a type.

export const LIGHT: PaletteOptions = {
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
};

export const DARK: PaletteOptions = {
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
};
