import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Disclosure.module.css';

type Props = {
  summary: ReactNode;
  /** Anchor of its own, so that a link can open it. */
  id?: string;
  open?: boolean;
  /** Of those with the same name one is open at a time. */
  name?: string;
  children: ReactNode;
};

/** A line that opens to show more; the browser's own, so it works before any script. */
export const Disclosure = ({ summary, id, open, name, children }: Props) => (
  <details className={styles.disclosure} id={id} open={open} name={name}>
    <summary>
      <span>{summary}</span>
      <Icon name="down" className={styles.arrow} />
    </summary>
    <div className={styles.body}>{children}</div>
  </details>
);
