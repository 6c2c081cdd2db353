// Sets the chosen colour scheme before the first paint, so that a dark console never flashes white.
try {
  const mode = localStorage.getItem('gridhelm-mode');
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.scheme = mode;
} catch {
  // Storage is blocked: the system's scheme stands.
}
