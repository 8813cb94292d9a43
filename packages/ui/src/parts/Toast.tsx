import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Toast.module.css';

/** How long a toast stays, and how far of its own width it is dragged to go (rule UI-1). */
export const toastMs = 5000;
const dragShare = 0.8;

type Props = { children: ReactNode; closeLabel: string; onClose: () => void };

/**
 * Says in passing that something was done. It goes by itself, unless a pointer or the focus is on it; it is dragged
 * aside, or closed.
 */
export const Toast = ({ children, closeLabel, onClose }: Props) => {
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
      className={styles.toast}
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
      <Icon name="done" />
      <p>{children}</p>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
};
