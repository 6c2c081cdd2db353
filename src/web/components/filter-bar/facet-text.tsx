import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { TextInput } from '../text-input.tsx';
import type { TextFacet } from './facet.ts';

/** The text of a filter; Enter applies it and closes the panel. */
export function FacetText({ facet }: { facet: TextFacet }) {
  const [text, setText] = useState(facet.value ?? '');
  const apply = useRef<HTMLButtonElement>(null);
  const trimmed = text.trim();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput
        label={facet.label}
        error={null}
        helper={facet.hint}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply.current?.click();
        }}
      />
      <Button
        ref={apply}
        variant="contained"
        data-closes=""
        onClick={() => facet.onChange(trimmed === '' ? null : trimmed)}
      >
        Apply
      </Button>
    </Box>
  );
}
