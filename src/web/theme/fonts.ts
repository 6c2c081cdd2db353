// The two bundled fonts; `index.html` preloads the Latin part of the first.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './fallback-font.css';
