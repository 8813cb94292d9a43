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

/** How long a toast stays, and how far of its own width it is dragged to go (rule UI-1). */
export const toastMs = 5000;
const dragShare = 0.8;

type Props = {
  children: ReactNode;
  /** `error` for what did not come about, though nothing is lost. */
  kind?: 'success' | 'error';
  /** A button or a link in it, for what can be done about it. */
  action?: ReactNode;
  closeLabel: string;
  onClose: () => void;
};

/**
 * Says in passing that something was done. It goes by itself, is dragged aside, or closed. Its time stops while a pointer
 * or the focus is on it, and then goes on (rule HOLD-18). `Toasts` around it announces it.
 */
export const Toast = ({ children, kind = 'success', action, closeLabel, onClose }: Props) => {
  const [isPointedAt, setPointedAt] = useState(false);
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

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setHasFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  const pick = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, by: 0 });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag) setDrag({ ...drag, by: event.clientX - drag.from });
  };
  const drop = (event: PointerEvent<HTMLElement>) => {
    if (drag && Math.abs(drag.by) > dragShare * event.currentTarget.offsetWidth) onClose();
    setDrag(undefined);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way to do what the button does.
    <div
      className={kind === 'error' ? `${styles.toast} ${styles.error}` : styles.toast}
      style={drag ? { transform: `translateX(${drag.by}px)` } : undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={leave}
      onPointerDown={pick}
      onPointerMove={move}
      onPointerUp={drop}
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

/** Where toasts are above each other, the newest below. It announces each once, and so is there before the first. */
export const Toasts = ({ children }: { children?: ReactNode }) => (
  <div className={styles.stack} role="status" aria-atomic="false">
    {children}
  </div>
);
