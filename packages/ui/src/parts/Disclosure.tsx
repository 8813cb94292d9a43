import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Disclosure.module.css';

type Props = {
  summary: ReactNode;
  /** Id for links. It is that of the content, because browsers open a disclosure for a link into it. */
  id?: string;
  isOpen?: boolean;
  /** Only one with the same name is open at a time. */
  name?: string;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A native disclosure, which works without scripts. */
export const Disclosure = ({ summary, id, isOpen, name, onToggle, children }: Props) => (
  <details
    className={styles.disclosure}
    open={isOpen}
    name={name}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
  >
    <summary>
      <span>{summary}</span>
      <Icon name="down" className={styles.arrow} />
    </summary>
    <div id={id} className={styles.body}>
      {children}
    </div>
  </details>
);
