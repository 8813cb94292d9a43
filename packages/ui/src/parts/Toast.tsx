import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
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
 * Says in passing that something was done. It goes by itself, unless a pointer or the focus is on it; it is dragged
 * aside, or closed.
 */
export const Toast = ({ children, kind = 'success', action, closeLabel, onClose }: Props) => {
  const [held, setHeld] = useState(false);
  const [drag, setDrag] = useState<{ from: number; by: number }>();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(), toastMs);
    return () => clearTimeout(timer);
  }, [held]);

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
    <div
      className={kind === 'error' ? `${styles.toast} ${styles.error}` : styles.toast}
      role="status"
      style={drag ? { transform: `translateX(${drag.by}px)` } : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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

/** Where several toasts stand above each other, the newest below. */
export const Toasts = ({ children }: { children: ReactNode }) => (
  <div className={styles.stack}>{children}</div>
);
