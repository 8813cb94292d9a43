import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Icon } from '../icons/Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toast.module.css';

/** How long a toast stays, and the share of its width that dragging must exceed to close it (rule UI-1). */
export const toastMs = 5000;
const dragShare = 0.8;

type Props = {
  children: ReactNode;
  /** `error` for a failure in which nothing was lost. */
  kind?: 'success' | 'error';
  /** A button or a link for a follow-up action. */
  action?: ReactNode;
  closeLabel: string;
  onClose: () => void;
};

/**
 * A transient message. It expires, or is dragged away or closed. Its timer pauses while a pointer or the focus is on it
 * (rule HOLD-18). `Toasts` announces it.
 */
export const Toast = ({ children, kind = 'success', action, closeLabel, onClose }: Props) => {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const msLeft = useRef(toastMs);
  const [drag, setDrag] = useState<{ from: number; by: number }>();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (isPointedAt || hasFocus) return;
    const since = performance.now();
    const timer = setTimeout(() => close(), msLeft.current);
    return () => {
      clearTimeout(timer);
      msLeft.current -= performance.now() - since;
    };
  }, [isPointedAt, hasFocus]);

  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setHasFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  const startDrag = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, by: 0 });
  };
  const moveDrag = (event: PointerEvent<HTMLElement>) => {
    if (drag) setDrag({ ...drag, by: event.clientX - drag.from });
  };
  const endDrag = (event: PointerEvent<HTMLElement>) => {
    if (drag && Math.abs(drag.by) > dragShare * event.currentTarget.offsetWidth) onClose();
    setDrag(undefined);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way to do what the button does.
    <div
      className={kind === 'error' ? `${styles.toast} ${styles.error}` : styles.toast}
      style={drag ? { transform: `translateX(${drag.by}px)` } : undefined}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={handleBlur}
      onPointerDown={startDrag}
      onPointerMove={moveDrag}
      onPointerUp={endDrag}
      onPointerCancel={() => setDrag(undefined)}
    >
      <Icon name={kind === 'error' ? 'stop' : 'done'} />
      {action ? (
        <div className={styles.text}>
          <p>{children}</p>
          {action}
        </div>
      ) : (
        <p>{children}</p>
      )}
      <IconButton icon="close" label={closeLabel} onClick={onClose} />
    </div>
  );
};

/** The stack of toasts, newest last. A live region, so it must be rendered before the first toast. */
export const Toasts = ({ children }: { children?: ReactNode }) => (
  <div className={styles.stack} role="status" aria-atomic="false">
    {children}
  </div>
);
