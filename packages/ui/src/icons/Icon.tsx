import styles from './Icon.module.css';
import sprite from './icons.svg?no-inline';
import type { IconName } from './names.ts';

type Props = {
  name: IconName;
  /** Side in px; 24 unless told. */
  size?: 18 | 20 | 24 | 32;
  className?: string | undefined;
};

/** A picture beside a word that says the same, so that it is hidden from screen readers. Drawn in the text's colour. */
export const Icon = ({ name, size = 24, className }: Props) => (
  <svg
    className={className ? `${styles.icon} ${className}` : styles.icon}
    width={size}
    height={size}
    aria-hidden="true"
  >
    <use href={`${sprite}#${name}`} />
  </svg>
);
