import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './IconButton.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'className' | 'children' | 'aria-label'> & {
  icon: IconName;
  /** Accessible name: «Loka», «Eyða eldhus.jpg». */
  label: string;
};

/** A button with only an icon, of touch-target size, with an accessible name. */
export const IconButton = ({ icon, label, type = 'button', ...rest }: Props) => (
  <button {...rest} type={type} className={styles.only} aria-label={label}>
    <Icon name={icon} />
  </button>
);
