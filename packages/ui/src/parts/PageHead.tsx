import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './PageHead.module.css';

type Props = {
  title: ReactNode;
  /** A line below the title, such as a summary or a status. */
  children?: ReactNode;
  /** Actions for the whole page, such as print or send. */
  actions?: ReactNode;
};

/** The top of a screen: its `h1`, which is focused after a navigation, and actions for the page. */
export const PageHead = ({ title, children, actions }: Props) => (
  <div className={styles.head}>
    <div className={styles.text}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);

type Slots = { text: HTMLElement | null; actions: HTMLElement | null };
const SlotsContext = createContext<Slots>({ text: null, actions: null });

type FrameProps = { title: string; children: ReactNode };

/**
 * A page head above content that is still loading. The h1 stays the same element when its text changes, so it keeps the
 * focus (rule HOLD-18); `PageHeadParts` in the content adds the rest of the head.
 */
export const PageHeadFrame = ({ title, children }: FrameProps) => {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ text, actions }), [text, actions]);
  return (
    <>
      <div className={styles.head}>
        <div ref={setText} className={styles.text}>
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        <div ref={setActions} className={styles.actions} />
      </div>
      <SlotsContext value={slots}>{children}</SlotsContext>
    </>
  );
};

/** What loaded content adds to the head of the `PageHeadFrame` around it. */
export const PageHeadParts = ({ children, actions }: Omit<Props, 'title'>) => {
  const slots = useContext(SlotsContext);
  return (
    <>
      {slots.text && createPortal(children, slots.text)}
      {slots.actions && createPortal(actions, slots.actions)}
    </>
  );
};
