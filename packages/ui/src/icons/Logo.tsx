import sprite from './icons.svg?no-inline';

/** Mark and word, in the text's colour. Whoever places it names it. */
export const Logo = () => (
  <svg width="112" height="36" aria-hidden="true">
    <use href={`${sprite}#logo`} />
  </svg>
);
