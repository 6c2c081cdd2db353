/** The second surface: a hairline around a group on the canvas of the page. */
export const cardStyle = {
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;
