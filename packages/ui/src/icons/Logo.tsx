import sprite from './icons.svg?no-inline';

/** Logo with wordmark, in the text's colour. The parent provides the accessible name. */
export const Logo = () => (
  <svg width="112" height="36" aria-hidden="true">
    <use href={`${sprite}#logo`} />
  </svg>
);
