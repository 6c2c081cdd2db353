import SaveOutlinedIcon from '@mui/icons-material/SaveOutlined';
import { useStoreState, type StoreState } from '../../api/store-state.ts';
import { Live } from '../../components/live.tsx';
import { Banner, bannerIcon } from './banner.tsx';

const MESSAGES: Readonly<Record<StoreState, { title: string; text: string } | null>> = {
  ok: null,
  'no-reads': {
    title: 'The disk of the console is nearly full.',
    text: 'Nothing is read in the background, to keep the rest for dispatches and changes. This line disappears once there is room again.',
  },
  'no-changes': {
    title: 'The disk of the console is nearly full.',
    text: 'Everything can still be read, but nothing can be sent or changed: the outcome might not fit. This line disappears once there is room again.',
  },
  unwritable: {
    title: 'The console cannot write to its disk.',
    text: 'It is full or read-only. Everything can still be read, but nothing can be sent or changed, and the progress of Commands is not followed. This line disappears once it can write again.',
  },
};

/** Shows when the server's disk is full or nearly full, and what does not work then. */
export function StoreBanner() {
  return <StoreMessage state={useStoreState()} />;
}

/** The same for a given state. */
export function StoreMessage({ state }: { state: StoreState }) {
  const message = MESSAGES[state];
  return (
    <Live>
      {message !== null && (
        <Banner icon={<SaveOutlinedIcon sx={bannerIcon} />} title={message.title}>
          {message.text}
        </Banner>
      )}
    </Live>
  );
}
