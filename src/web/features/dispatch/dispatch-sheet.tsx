import Box from '@mui/material/Box';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { SideSheet } from '../../components/side-sheet.tsx';

interface Places {
  foot: HTMLElement | null;
  setTitle: (title: string) => void;
}

const Sheet = createContext<Places>({ foot: null, setTitle: () => {} });

interface DispatchSheetProps {
  /** The Collective, above the title. */
  above?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The sheet of a dispatch. It stays open while steps change; each step fills its title and foot. */
export function DispatchSheet({ above, onClose, children }: DispatchSheetProps) {
  const [title, setTitle] = useState('Dispatch');
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ foot, setTitle }), [foot]);
  return (
    <SideSheet
      title={title}
      above={above}
      footer={<Box ref={setFoot} sx={{ display: 'contents' }} />}
      onClose={onClose}
    >
      <Sheet value={places}>{children}</Sheet>
    </SideSheet>
  );
}

/** Sets the title of the surrounding sheet. */
export function useSheetTitle(title: string): void {
  const { setTitle } = use(Sheet);
  useEffect(() => setTitle(title), [setTitle, title]);
}

/** Shown at the bottom of the sheet. */
export function SheetFoot({ children }: { children: ReactNode }) {
  const { foot } = use(Sheet);
  return foot === null ? null : createPortal(children, foot);
}
