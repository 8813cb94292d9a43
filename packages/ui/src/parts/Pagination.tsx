import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Pagination.module.css';

type Props = {
  /** Accessible name. */
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** Undefined if there is no such page, or while one is loading; the button stays, to keep the focus. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Position: «1–50 af 312». */
  children: ReactNode;
};

/** Previous and next page of a list. */
export const Pagination = ({ label, previousLabel, nextLabel, onPrevious, onNext, children }: Props) => (
  <nav className={styles.pages} aria-label={label}>
    <Button kind="secondary" size="small" aria-disabled={!onPrevious} onClick={() => onPrevious?.()}>
      {previousLabel}
    </Button>
    <span className="figures">{children}</span>
    <Button kind="secondary" size="small" aria-disabled={!onNext} onClick={() => onNext?.()}>
      {nextLabel}
    </Button>
  </nav>
);
