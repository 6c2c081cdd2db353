/** The style of the API page: one plain surface, light and dark, readable from 320 px on. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f7f7f7; --paper: #fff; --ink: #1c2026; --faint: #545d69;
  --line: #e2e3df; --accent: #4b46b8; --wrong: #bd2424; }
@media (prefers-color-scheme: dark) { :root { --ground: #101217; --paper: #171a20; --ink: #e7e9ed;
  --faint: #a9b1bd; --line: #2d323b; --accent: #b4b0ff; --wrong: #ff8f87; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
main, header, footer { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p { margin: .4rem 0; }
.faint { color: var(--faint); }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .8rem; }
nav a { padding: .3rem 0; }
code, pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .8rem;
  overflow: auto; max-height: 26rem; margin: .4rem 0; }
details { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
summary { cursor: pointer; padding: .7rem .9rem; min-height: 2.75rem; }
summary:focus-visible, a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details > div { padding: 0 .9rem .9rem; scroll-margin-top: 5rem; }
.method { display: inline-block; min-width: 4rem; font-weight: 600; color: var(--accent); }
dl { margin: 0; }
dt { font-weight: 600; margin-top: .5rem; }
dd { margin: 0; }
.wrong { color: var(--wrong); }
`;
