import type { ReactNode } from 'react';
import { Illustration } from '../illustrations/Illustration.tsx';
import type { IllustrationName } from '../illustrations/names.ts';
import { Button } from './Button.tsx';
import styles from './states.module.css';

type EmptyProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** What the place will hold; a boat in harbour where nothing in particular will come. */
  illustration?: IllustrationName;
};

/** Empty state: why there is nothing, and what to do next. */
export const EmptyState = ({ title, children, action, illustration = 'boat' }: EmptyProps) => (
  <div className={styles.state} data-state="empty">
    <Illustration name={illustration} className={styles.picture} />
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
