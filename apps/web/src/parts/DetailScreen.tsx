import { buttonClass, EmptyState, Icon, PageHeadFrame } from '@hofn/ui';
import type { ReactNode } from 'react';
import { Link } from '../engine/index.ts';
import type { CallResult } from '../session/index.ts';
import { CallScreen } from './CallScreen.tsx';
import styles from './DetailScreen.module.css';
import { usePageTitle } from './usePageTitle.ts';

type Props<Data> = {
  call: CallResult<Data>;
  /** Loading message, such as «Sæki tryggingar». */
  loading: string;
  /** Heading until the record's own title is loaded. */
  heading: string;
  /** Link to the list, also offered when the record is not found. */
  back: { path: string; label: string };
  notFound: { title: string; text: string };
  /** Heading and document title once the data is loaded. */
  title: (data: Data) => string;
  /** Replaces the states of the call, for a refusal that the screen explains itself. */
  refusal?: ReactNode;
  children: (data: Data) => ReactNode;
};

const DetailBody = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(title);
  return children;
};

/** One record on its own page with a link back to its list (rule PORT-18). */
export const DetailScreen = <Data extends { id: string }>({
  call,
  loading,
  heading,
  back,
  notFound,
  title,
  refusal,
  children,
}: Props<Data>) => (
  <>
    <p className={styles.back}>
      <Link to={back.path}>
        <Icon name="left" size={20} /> {back.label}
      </Link>
    </p>
    <PageHeadFrame title={call.state === 'ready' ? title(call.data) : heading}>
      {refusal ?? (
        <CallScreen
          call={call}
          loading={loading}
          isEmpty={() => false}
          empty={null}
          notFound={
            <EmptyState
              title={notFound.title}
              action={
                <Link to={back.path} className={buttonClass()}>
                  {back.label}
                </Link>
              }
            >
              {notFound.text}
            </EmptyState>
          }
        >
          {/* Search can navigate between two records of the same kind; the key resets all state. */}
          {(data) => (
            <DetailBody key={data.id} title={title(data)}>
              {children(data)}
            </DetailBody>
          )}
        </CallScreen>
      )}
    </PageHeadFrame>
  </>
);
