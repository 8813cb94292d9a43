import { Icon, type IconName } from '@hofn/ui';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './ClaimForm.module.css';

type HeadingContent = { text: string; icon?: IconName | undefined };
type HeadingRef = RefObject<HTMLHeadingElement | null>;
type Frame = { heading: HeadingRef; setHead: (head?: HeadingContent) => void };
const FrameContext = createContext<Frame | undefined>(undefined);

const Heading = ({ heading, text, icon }: HeadingContent & { heading: HeadingRef }) => (
  <>
    {icon && <Icon name={icon} size={32} className={styles.mark} />}
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  </>
);

/**
 * The h1 above a form whose parts replace each other as they load. The h1 element stays mounted and keeps
 * focus (rule HOLD-18); parts set its text with `FormPartHeading`.
 */
export const FormHeadingFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [content, setContent] = useState<HeadingContent>();
  const frame = useMemo(() => ({ heading, setHead: setContent }), []);
  return (
    <>
      <div className={styles.head}>
        <Heading heading={heading} {...(content ?? { text: title })} />
      </div>
      <FrameContext value={frame}>{children}</FrameContext>
    </>
  );
};

/** Ref of the heading of a form part, to focus it: the h1 of the surrounding `FormHeadingFrame`, or its own. */
export const useFormHeading = (): HeadingRef => {
  const frame = useContext(FrameContext);
  const ownHeading = useRef<HTMLHeadingElement>(null);
  return frame?.heading ?? ownHeading;
};

/**
 * The heading of a form part: sets the h1 of the surrounding `FormHeadingFrame`, or is an h1 itself without one.
 * @param heading the ref from `useFormHeading`
 */
export const FormPartHeading = ({ heading, text, icon }: HeadingContent & { heading: HeadingRef }) => {
  const frame = useContext(FrameContext);
  useLayoutEffect(() => {
    frame?.setHead({ text, icon });
    return () => frame?.setHead();
  }, [frame, text, icon]);
  return frame ? null : <Heading heading={heading} text={text} icon={icon} />;
};
