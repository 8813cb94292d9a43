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

type Head = { text: string; icon?: IconName | undefined };
type Heading = RefObject<HTMLHeadingElement | null>;
type Frame = { heading: Heading; setHead: (head?: Head) => void };
const FrameContext = createContext<Frame | undefined>(undefined);

const FormHeading = ({ heading, text, icon }: Head & { heading: Heading }) => (
  <>
    {icon && <Icon name={icon} size={32} className={styles.mark} />}
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  </>
);

/**
 * The h1 above a form whose parts replace each other as they load: the element stays the same and keeps the focus (rule
 * HOLD-18). `useFormHeading` in a part changes its text.
 */
export const FormHeadingFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [head, setHead] = useState<Head>();
  const frame = useMemo(() => ({ heading, setHead }), []);
  return (
    <>
      <div className={styles.head}>
        <FormHeading heading={heading} {...(head ?? { text: title })} />
      </div>
      <FrameContext value={frame}>{children}</FrameContext>
    </>
  );
};

/** Heads a part of a form: by the h1 of the frame around it, else by `element`. */
export const useFormHeading = (text: string, icon?: IconName): { heading: Heading; element: ReactNode } => {
  const frame = useContext(FrameContext);
  const own = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    frame?.setHead({ text, icon });
    return () => frame?.setHead();
  }, [frame, text, icon]);
  if (frame) return { heading: frame.heading, element: null };
  return { heading: own, element: <FormHeading heading={own} text={text} icon={icon} /> };
};
