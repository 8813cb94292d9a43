import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './PageHead.module.css';

type Props = {
  title: ReactNode;
  /** A line below it: what the page is about, a status. */
  children?: ReactNode;
  /** What can be done with the whole page: print, send. */
  actions?: ReactNode;
};

/** The top of a screen: its one h1, which takes the focus after a navigation, and what can be done with the page. */
export const PageHead = ({ title, children, actions }: Props) => (
  <div className={styles.head}>
    <div className={styles.text}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);

type Places = { text: HTMLElement | null; actions: HTMLElement | null };
const PlacesContext = createContext<Places>({ text: null, actions: null });

type FrameProps = { title: string; children: ReactNode };

/**
 * A page head above content that is still loading. The h1 stays the same element when its text changes, so it keeps the
 * focus (rule HOLD-18); `PageHeadParts` in the content adds the rest of the head.
 */
export const PageHeadFrame = ({ title, children }: FrameProps) => {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ text, actions }), [text, actions]);
  return (
    <>
      <div className={styles.head}>
        <div ref={setText} className={styles.text}>
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        <div ref={setActions} className={styles.actions} />
      </div>
      <PlacesContext value={places}>{children}</PlacesContext>
    </>
  );
};

/** What loaded content adds to the head of the `PageHeadFrame` around it. */
export const PageHeadParts = ({ children, actions }: Omit<Props, 'title'>) => {
  const places = useContext(PlacesContext);
  return (
    <>
      {places.text && createPortal(children, places.text)}
      {places.actions && createPortal(actions, places.actions)}
    </>
  );
};
