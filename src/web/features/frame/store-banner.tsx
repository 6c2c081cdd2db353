import SaveOutlinedIcon from '@mui/icons-material/SaveOutlined';
import { useWritable } from '../../api/store-state.ts';
import { Live } from '../../components/live.tsx';
import { Banner, bannerIcon } from './banner.tsx';

/** Shows when the server cannot write, so that nothing can be sent or changed. */
export function StoreBanner() {
  const writable = useWritable();
  return (
    <Live>
      {!writable && (
        <Banner
          icon={<SaveOutlinedIcon sx={bannerIcon} />}
          title="The console cannot write to its disk."
        >
          It is full or read-only. Everything can still be read, but nothing can be sent or changed,
          and the progress of Commands is not followed. This line disappears once it can write
          again.
        </Banner>
      )}
    </Live>
  );
}
