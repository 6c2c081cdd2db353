import Box from '@mui/material/Box';
import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface HeadSlot {
  /** The place in the head; null while no head is shown. */
  place: HTMLElement | null;
  setPlace: (place: HTMLElement | null) => void;
}

const Slot = createContext<HeadSlot>({ place: null, setPlace: () => {} });

/** Around a page whose parts say in its head how fresh they are. */
export function WithHeadSlot({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return <Slot value={{ place, setPlace }}>{children}</Slot>;
}

/** The place in the head, beside the title; on a phone below it. */
export function HeadPlace() {
  const { setPlace } = use(Slot);
  return (
    <Box
      ref={setPlace}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.25,
        minHeight: 31,
        flexBasis: { xs: '100%', sm: 'auto' },
      }}
    />
  );
}

/** Puts its content into the head; without a place in one it stands where it is. */
export function InHead({ children }: { children: ReactNode }) {
  const { place } = use(Slot);
  return place === null ? children : createPortal(children, place);
}
