import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Tag.module.css';

export type TagTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

type Props = {
  tone?: TagTone;
  icon: IconName;
  /** Without a ground, for the state that most rows of a list are in. */
  quiet?: boolean;
  children: ReactNode;
};

/** A state as icon and word, so that it never rests on colour alone. */
export const Tag = ({ tone = 'neutral', icon, quiet, children }: Props) => (
  <span className={[styles.tag, styles[tone], quiet && styles.quiet].filter(Boolean).join(' ')}>
    <Icon name={icon} size={20} />
    {children}
  </span>
);
