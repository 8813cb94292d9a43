import styles from './Icon.module.css';
import sprite from './icons.svg?no-inline';
import type { IconName } from './names.ts';

type Props = {
  name: IconName;
  /** Side in px; default 24. */
  size?: 18 | 20 | 24 | 32;
  className?: string | undefined;
};

/** A decorative icon next to a text, hidden from screen readers. Drawn in the text's colour. */
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
