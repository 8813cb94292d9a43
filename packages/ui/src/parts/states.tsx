import type { ReactNode } from 'react';
import { Illustration } from '../illustrations/Illustration.tsx';
import { Button } from './Button.tsx';
import styles from './states.module.css';

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Empty state: why there is nothing, and what to do next. */
export const EmptyState = ({ title, children, action }: EmptyProps) => (
  <div className={styles.state} data-state="empty">
    <Illustration name="boat" className={styles.picture} />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
);

type ErrorProps = {
  /** What failed: our service, or a partner's. */
  title: string;
  /** Whether the user's data is safe, and what to do. */
  children: ReactNode;
  /** Sentence with the request's reference number; undefined without a response. */
  reference?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  isRetrying?: boolean;
  phone: { label: string; href: string };
};

/** Error state: what failed, a reference, a retry and a telephone number. */
export const ErrorState = ({
  title,
  children,
  reference,
  retryLabel,
  onRetry,
  isRetrying,
  phone,
}: ErrorProps) => (
  <div className={styles.state} role="alert" data-state="error">
    <Illustration name="storm" className={styles.picture} />
    <h2>{title}</h2>
    <p>{children}</p>
    {reference && <p className={styles.reference}>{reference}</p>}
    <div className={styles.actions}>
      <Button kind="secondary" icon="again" onClick={onRetry} isLoading={isRetrying ?? false}>
        {retryLabel}
      </Button>
      <a className={styles.phone} href={phone.href}>
        {phone.label}
      </a>
    </div>
  </div>
);
