import styles from './Icon.module.css';
import sprite from './icons.svg?no-inline';

/** Every drawing of the sprite; a test holds the two together. */
export const iconNames = [
  'search',
  'globe',
  'user',
  'menu',
  'close',
  'right',
  'left',
  'down',
  'up',
  'arrow',
  'car',
  'house',
  'family',
  'bag',
  'cabin',
  'heart',
  'shield',
  'doc',
  'card',
  'phone',
  'mobile',
  'chat',
  'help',
  'check',
  'done',
  'warn',
  'info',
  'stop',
  'clock',
  'calendar',
  'camera',
  'upload',
  'download',
  'print',
  'mail',
  'pin',
  'trash',
  'gear',
  'lock',
  'key',
  'swap',
  'drop',
  'wind',
  'fire',
  'glass',
  'crash',
  'thief',
  'plaster',
  'plus',
  'minus',
  'external',
  'clip',
  'send',
  'leave',
  'again',
  'eye',
  'bank',
  'staff',
  'list',
  'pen',
] as const;

export type IconName = (typeof iconNames)[number];

/** Whether a name from content is one that the sprite has. */
export const isIconName = (name: string): name is IconName => iconNames.some((known) => known === name);

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
