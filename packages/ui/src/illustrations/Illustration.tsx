import styles from './Illustration.module.css';
import sprite from './illustrations.svg?no-inline';
import type { IllustrationName } from './names.ts';

/** A decorative drawing in the theme's colours. */
export const Illustration = ({
  name,
  className,
}: {
  name: IllustrationName;
  className?: string | undefined;
}) => (
  <svg
    className={[styles.illustration, name === 'harbour' && styles.wide, className].filter(Boolean).join(' ')}
    aria-hidden="true"
  >
    <use href={`${sprite}#${name}`} width="100%" height="100%" />
  </svg>
);
