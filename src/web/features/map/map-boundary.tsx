import Typography from '@mui/material/Typography';
import { Component, type ReactNode } from 'react';

/** A map that fails leaves the page and its list of places intact. */
export class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Typography variant="body2" color="textSecondary" role="alert">
        The map could not be shown. The list has everything on it.
      </Typography>
    );
  }
}
