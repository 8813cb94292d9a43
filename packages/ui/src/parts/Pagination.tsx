import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Pagination.module.css';

type Props = {
  /** What is paged through, for screen readers. */
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** Left out where there is no such page, or while one is on its way; the button then stays, so that focus does too. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Where one is: «1–50 af 312». */
  children: ReactNode;
};

/** One page back and one forth in a long list. */
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
