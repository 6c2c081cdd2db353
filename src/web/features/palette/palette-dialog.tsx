import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Live } from '../../components/live.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';
import { useOpenDispatch } from '../dispatch/dispatch-search.ts';
import {
  isLocal,
  paletteOptions,
  type PageEntry,
  type PaletteOption,
  listViews,
} from './palette-options.ts';

interface PaletteDialogProps {
  firstQuery: string;
  pages: readonly PageEntry[];
  onClose: () => void;
  onKeys: () => void;
}

/** The server is queried once typing pauses this long, in ms. */
const PAUSE_MS = 120;

const NEXT_SCHEME = { system: 'light', light: 'dark', dark: 'system' } as const;

const small = { color: 'text.secondary', fontSize: '0.8125rem' } as const;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Arrows move between the text field and the options; typing goes on in the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > *')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length]?.focus();
  } else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    stops[0]?.focus();
  }
}

/** Finds pages, Collectives, Entities, batches, actions and ids. */
export function PaletteDialog({ firstQuery, pages, onClose, onKeys }: PaletteDialogProps) {
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { mode = 'system', setMode } = useColorScheme();
  const { zone } = usePreferences();
  const { allowed } = usePermission('dispatch');
  const openDispatch = useOpenDispatch();
  const [views] = useState(listViews);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(firstQuery);
  const asked = useSettled(text.trim());
  const { data, error, isFetching } = useQuery({
    ...query(ENTITY_LIST_ROUTES.find, asked === '' ? null : { query: { q: asked } }),
    placeholderData: keepPreviousData,
  });
  const options = paletteOptions(
    text.trim(),
    text.trim() === '' ? pages : [...pages, ...views],
    asked === '' ? undefined : data,
    allowed,
  );
  // While the server is still searching, a result may be of an older text.
  const isReady = asked === text.trim() && !isFetching;
  const [first] = options;

  function choose({ to }: PaletteOption): void {
    if ('act' in to && to.act === 'keys') return onKeys();
    onClose();
    if ('href' in to) void navigate({ href: to.href });
    else if (typeof to.act === 'object') openDispatch(to.act);
    else if (to.act === 'colours') setMode(NEXT_SCHEME[mode]);
    else setPreferences({ zone: zone === 'utc' ? 'browser' : 'utc' });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      onKeyDown={moveFocus}
      slotProps={{
        transition: { onEntering: () => input.current?.focus() },
        paper: { 'aria-label': 'Find anything' },
        container: { sx: { alignItems: narrow ? 'stretch' : 'flex-start' } },
      }}
    >
      <Box
        component="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (first !== undefined && (isReady || isLocal(first))) choose(first);
        }}
        sx={{ display: 'flex', flex: 'none', borderBottom: 1, borderColor: 'divider', pr: 1 }}
      >
        <InputBase
          type="search"
          inputRef={input}
          fullWidth
          placeholder="Name, tag, place, id, or what to do"
          value={text}
          onChange={({ target }) => setText(target.value)}
          slotProps={{
            input: {
              'aria-label': 'Find a page, Collective, Entity, batch, action or id',
              autoComplete: 'off',
              spellCheck: false,
              maxLength: 200,
            },
          }}
          sx={{ height: 48, px: 2, fontSize: '1rem' }}
        />
        <Button color="inherit" onClick={onClose} sx={{ alignSelf: 'center', ...small }}>
          Close
        </Button>
      </Box>
      <Options options={options} onChoose={choose} />
      <Live sx={{ px: 2, py: 1, ...small }}>
        {error !== null && `The directory could not be searched: ${errorText(error).title}.`}
        {error === null && !isReady && 'Searching the directory…'}
        {error === null && isReady && options.length === 0 && 'Nothing found.'}
      </Live>
    </Dialog>
  );
}

interface OptionsProps {
  options: readonly PaletteOption[];
  onChoose: (option: PaletteOption) => void;
}

/** The options by kind; Enter in the text field opens the first one, which is marked. */
function Options({ options, onChoose }: OptionsProps) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <Box sx={{ overflowY: 'auto', maxHeight: { xs: 'none', sm: '50vh' }, flex: 1, py: 0.5 }}>
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <Typography variant="caption" aria-hidden="true" sx={{ px: 2, color: 'text.secondary' }}>
            {group}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {options
              .filter((option) => option.group === group)
              .map((option) => (
                <li key={JSON.stringify(option.to) + option.label}>
                  <ListItemButton
                    component="button"
                    dense
                    selected={option === options[0]}
                    onClick={() => onChoose(option)}
                    sx={{ width: 1, gap: 1, minHeight: 36, justifyContent: 'space-between' }}
                  >
                    <span>
                      {option.label}
                      {option.batch !== undefined && (
                        <Box component="span" sx={small}>
                          {' '}
                          <DateTimeText instant={option.batch.createdAt} />
                        </Box>
                      )}
                    </span>
                    {option.batch !== undefined && <OutcomeBar batch={option.batch} compact />}
                    <Box component="span" sx={small}>
                      {option.detail}
                    </Box>
                  </ListItemButton>
                </li>
              ))}
          </Box>
        </section>
      ))}
    </Box>
  );
}

const KEYS = [
  ['Ctrl K or ⌘ K', 'Find anything: pages, Collectives, Entities, batches, actions'],
  ['/', 'Go to the page’s search field'],
  ['Paste an id', 'Find it, from anywhere but a text field'],
  ['?', 'Show these keys'],
  ['↑ ↓ Enter', 'Select in a list and open'],
  ['← → Home End', 'Move along tabs'],
  ['Escape', 'Close dialogs and panels'],
  ['Tab', 'Reaches everything'],
] as const;

/** The keyboard shortcuts of the console. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <PlainDialog title="Keys" maxWidth="xs" onClose={onClose}>
      <FactList label="Keys and what they do">
        {KEYS.map(([key, description]) => (
          <Fact key={key} name={key}>
            {description}
          </Fact>
        ))}
      </FactList>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        Enter never confirms a dangerous action: press Space on its button, or click it.
      </Box>
    </PlainDialog>
  );
}
