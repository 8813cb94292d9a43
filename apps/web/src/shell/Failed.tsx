import { ErrorState } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { Site } from '../content/site.ts';
import { Boundary } from '../engine/Boundary.tsx';
import { useLocation, useStaticQuery, useTexts } from '../engine/index.ts';
import styles from './Failed.module.css';

type Props = {
  /** Loads the document again unless told otherwise: an error in rendering would return with the same data. */
  onRetry?: () => void;
};

/** Says that a region could not be shown, with a retry and a phone number (rule HOLD-1). */
export const Failed = ({ onRetry = () => location.reload() }: Props) => {
  const t = useTexts();
  const { company } = useStaticQuery<Site>('site');
  return (
    <ErrorState
      title={t('failure|title')}
      retryLabel={t('failure|retry')}
      onRetry={onRetry}
      phone={{ label: company.phone, href: company.phoneHref }}
    >
      {t('failure|text')}
    </ErrorState>
  );
};

type ScreenProps = { title: string; children: ReactNode };

/** The region of a screen: an error in it leaves header, menu and footer as they are. */
export const ScreenRegion = ({ title, children }: ScreenProps) => (
  <Boundary
    at={useLocation().path}
    fallback={
      <>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <Failed />
      </>
    }
  >
    {children}
  </Boundary>
);

/** The region of a dialog: see `DialogRegion`. */
export const inDialogRegion = (body: ReactNode): ReactNode => (
  <Boundary fallback={<Failed />}>{body}</Boundary>
);
