import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './IconButton.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'className' | 'children' | 'aria-label'> & {
  icon: IconName;
  /** What it does, and to what: «Loka», «Eyða eldhus.jpg». */
  label: string;
};

/** A button that is a picture alone, as wide as a finger, with its name for who does not see it. */
export const IconButton = ({ icon, label, type = 'button', ...rest }: Props) => (
  <button {...rest} type={type} className={styles.only} aria-label={label}>
    <Icon name={icon} />
  </button>
);
