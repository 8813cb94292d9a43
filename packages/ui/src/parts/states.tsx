import type { ReactNode } from 'react';
import { Illustration } from '../illustrations/Illustration.tsx';
import { Button } from './Button.tsx';
import styles from './states.module.css';

type EmptyProps = { title: string; children: ReactNode; action?: ReactNode };

/** Nothing to show: why, and what to do next. */
export const EmptyState = ({ title, children, action }: EmptyProps) => (
  <div className={styles.state} data-state="empty">
    <Illustration name="boat" className={styles.picture} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
);

type ErrorProps = {
  /** Who failed: us, or whose service. */
  title: string;
  /** Whether what the reader has is safe, and what to do. */
  children: ReactNode;
  /** The reference number of the request, in its sentence; left out when no answer came. */
  reference?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  retrying?: boolean;
  phone: { label: string; href: string };
};

/** The data did not come: who failed, that nothing is lost, a reference, a way to ask again and a telephone number. */
export const ErrorState = ({
  title,
  children,
  reference,
  retryLabel,
  onRetry,
  retrying,
  phone,
}: ErrorProps) => (
  <div className={styles.state} role="alert" data-state="error">
    <Illustration name="storm" className={styles.picture} />
    <h2>{title}</h2>
    <p>{children}</p>
    {reference && <p className={styles.reference}>{reference}</p>}
    <div className={styles.actions}>
      <Button kind="secondary" icon="again" onClick={onRetry} loading={retrying ?? false}>
        {retryLabel}
      </Button>
      <a className={styles.phone} href={phone.href}>
        {phone.label}
      </a>
    </div>
  </div>
);
