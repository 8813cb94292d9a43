import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Tag.module.css';

export type TagKind = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

type Props = {
  kind?: TagKind;
  icon: IconName;
  /** Without a background, for the most common state of a list. */
  isSubtle?: boolean;
  children: ReactNode;
};

/** A state with icon and text, so that it does not depend on colour alone. */
export const Tag = ({ kind = 'neutral', icon, isSubtle, children }: Props) => (
  <span className={[styles.tag, styles[kind], isSubtle && styles.quiet].filter(Boolean).join(' ')}>
    <Icon name={icon} size={20} />
    {children}
  </span>
);
