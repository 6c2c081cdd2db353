import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDocumentTitle } from './use-document-title.ts';

interface PageHeaderProps {
  /** The page's one h1. */
  title: string;
  /** The document's title if it says more than the h1. */
  documentTitle?: string;
  /** Shown above the title, such as breadcrumbs. */
  above?: ReactNode;
  /** Facts under the title. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Title, facts and actions of a page; the title takes the focus after navigation. */
export function PageHeader({ title, documentTitle, above, children, actions }: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? title);
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end', mb: 2 }}
    >
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        {above !== undefined && (
          <Typography variant="body2" component="div" color="textSecondary">
            {above}
          </Typography>
        )}
        <Typography variant="h1" tabIndex={-1}>
          {title}
        </Typography>
        {children !== undefined && (
          <Typography
            variant="body2"
            component="div"
            color="textSecondary"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              rowGap: 0.25,
              mt: 0.5,
            }}
          >
            {children}
          </Typography>
        )}
      </Box>
      {actions !== undefined && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          {actions}
        </Box>
      )}
    </Box>
  );
}
