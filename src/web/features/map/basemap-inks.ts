/** The colours of the built-in basemap in one colour scheme. */
export interface BasemapInk {
  sea: string;
  land: string;
  border: string;
  text: string;
  halo: string;
}

export const BASEMAP_INKS: Readonly<Record<'light' | 'dark', BasemapInk>> = {
  light: { sea: '#dfe6ea', land: '#f6f5f1', border: '#b9b6ad', text: '#4a525d', halo: '#f6f5f1' },
  dark: { sea: '#171b22', land: '#262b34', border: '#4b5361', text: '#b3bcc9', halo: '#1b1f27' },
};
