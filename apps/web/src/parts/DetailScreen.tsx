import { buttonClass, EmptyState, Icon, PageHeadFrame } from '@hofn/ui';
import type { ReactNode } from 'react';
import { Link } from '../engine/index.ts';
import type { CallResult } from '../session/index.ts';
import { CallScreen } from './CallScreen.tsx';
import styles from './DetailScreen.module.css';
import { usePageTitle } from './usePageTitle.ts';

type Props<Data> = {
  call: CallResult<Data>;
  /** What is on its way: «Sæki tryggingar». */
  loading: string;
  /** The heading until the data has the thing's own title. */
  heading: string;
  /** Where one came from; it leads there too when the thing is not there, or not the reader's. */
  back: { path: string; label: string };
  notFound: { title: string; text: string };
  /** The heading, and the title of the document, when the data is there. */
  title: (data: Data) => string;
  /** Shown in place of the call's own states: a refusal that the screen explains itself. */
  refusal?: ReactNode;
  children: (data: Data) => ReactNode;
};

const Body = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(title);
  return children;
};

/** One thing whole, at an address of its own (rule PORT-18), with the way back to the list that it stands in. */
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
          {/* The search leads from one thing to another of its kind: nothing typed or opened for one stays with the next. */}
          {(data) => (
            <Body key={data.id} title={title(data)}>
              {children(data)}
            </Body>
          )}
        </CallScreen>
      )}
    </PageHeadFrame>
  </>
);
