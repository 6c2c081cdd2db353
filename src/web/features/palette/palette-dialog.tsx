import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { useColorScheme } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { Live } from '../../components/live.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';
import { paletteOptions, type Destination, type PageEntry } from './palette-options.ts';
import { PaletteList } from './palette-list.tsx';

export interface PaletteDialogProps {
  firstQuery: string;
  pages: readonly PageEntry[];
  onClose: () => void;
  onKeys: () => void;
}

/** The server is queried once typing pauses this long, in ms. */
const PAUSE_MS = 120;

const NEXT_SCHEME = { system: 'light', light: 'dark', dark: 'system' } as const;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Finds pages, Collectives, Entities, batches, actions and ids. */
export function PaletteDialog(props: PaletteDialogProps) {
  const narrow = useNarrow();
  return (
    <Dialog
      open
      onClose={props.onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      slotProps={{
        paper: { 'aria-label': 'Find anything' },
        container: { sx: { alignItems: narrow ? 'stretch' : 'flex-start' } },
      }}
    >
      <PaletteBody {...props} />
    </Dialog>
  );
}

function PaletteBody({ firstQuery, pages, onClose, onKeys }: PaletteDialogProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { mode = 'system', setMode } = useColorScheme();
  const { zone } = usePreferences();
  const dispatch = usePermission('dispatch');
  const [text, setText] = useState(firstQuery);
  const asked = useSettled(text.trim());
  const { data, error, isFetching } = useQuery({
    ...query(ENTITY_LIST_ROUTES.find, asked === '' ? null : { query: { q: asked } }),
    placeholderData: keepPreviousData,
  });
  const found = asked === '' ? undefined : data;
  const options = useMemo(
    () => paletteOptions(text.trim(), pages, found, dispatch.allowed),
    [text, pages, found, dispatch.allowed],
  );

  function go(to: Destination): void {
    if ('act' in to) {
      if (to.act === 'colours') setMode(NEXT_SCHEME[mode]);
      if (to.act === 'zone') setPreferences({ zone: zone === 'utc' ? 'browser' : 'utc' });
      if (to.act === 'keys') onKeys();
      else onClose();
      return;
    }
    onClose();
    if ('page' in to) void navigate({ to: to.page });
    else if ('entity' in to) {
      void navigate({ to: '/entities/$entityId', params: { entityId: to.entity } });
    } else if ('batch' in to) {
      void navigate({ to: '/batches/$dispatchId', params: { dispatchId: to.batch } });
    } else {
      void navigate({
        to: '/collectives/$collectiveId',
        params: { collectiveId: to.collective },
        search: to.dispatch === true ? { dispatch: '1' } : {},
      });
    }
  }

  /** Arrows move between the text field and the results; other keys belong to the text field. */
  function move(event: KeyboardEvent): void {
    const field = input.current;
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('[data-option]') ?? [])];
    const stops = field === null ? buttons : [field, ...buttons];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      stops[(at + step + stops.length) % stops.length]?.focus();
    }
    if (event.key.length === 1 && at > 0 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
      field?.focus();
    }
  }

  // While the server is still searching, Enter would open a result of an older text.
  const ready = asked === text.trim() && !isFetching;
  const [first] = options;
  /** The text for which Enter was pressed before the server answered. */
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || awaited.current !== text.trim()) return;
    awaited.current = null;
    if (first !== undefined) go(first.to);
  });

  return (
    <>
      <Box
        ref={body}
        onKeyDown={move}
        sx={{ display: 'grid', gridTemplateRows: 'auto 1fr', minHeight: 0 }}
      >
        <Box
          component="form"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (first !== undefined && (ready || 'page' in first.to)) go(first.to);
            else if (!ready) awaited.current = text.trim();
          }}
          sx={{ display: 'flex', borderBottom: 1, borderColor: 'divider' }}
        >
          <Box
            component="input"
            type="search"
            ref={input}
            aria-label="Find a page, Collective, Entity, batch, action or id"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder="Name, tag, place or id"
            value={text}
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              awaited.current = null;
              setText(event.target.value);
            }}
            sx={{
              flex: 1,
              minWidth: 0,
              height: 48,
              px: 2,
              border: 0,
              outline: 0,
              font: 'inherit',
              fontSize: '1rem',
              color: 'inherit',
              bgcolor: 'transparent',
              '&::placeholder': { color: 'text.secondary', opacity: 1 },
              '&::-webkit-search-cancel-button': { display: 'none' },
            }}
          />
          <Box
            component="button"
            type="button"
            onClick={onClose}
            sx={{
              border: 0,
              px: 2,
              bgcolor: 'transparent',
              color: 'text.secondary',
              font: 'inherit',
              fontSize: '0.8125rem',
              cursor: 'pointer',
            }}
          >
            Close
          </Box>
        </Box>
        <PaletteList options={options} onChoose={go} />
      </Box>
      <Live sx={{ px: 2, py: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {error !== null && `The directory could not be searched: ${errorText(error).title}.`}
        {error === null && !ready && 'Searching the directory…'}
        {error === null && ready && options.length === 0 && 'Nothing found.'}
      </Live>
    </>
  );
}
