import {
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'text' | 'danger';
export type ButtonLook = {
  /** One `primary` in a view. */
  kind?: ButtonKind;
  size?: 'normal' | 'small';
  /** As wide as what holds it. */
  block?: boolean;
};

/** How long a press is seen (rule UI-3). */
const rippleMs = 1000;
/** At most five are drawn (rule UI-3). */
const allDots = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** The class of whatever looks like a button, a link too. */
export const buttonClass = ({ kind = 'primary', size = 'normal', block }: ButtonLook = {}) =>
  [styles.button, styles[kind], size === 'small' && styles.small, block && styles.block]
    .filter(Boolean)
    .join(' ');

type Props = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'className' | 'children'> & {
    icon?: IconName;
    /** While true the button shows dots, keeps its width and does nothing; `loadingLabel` says why. */
    loading?: boolean;
    loadingLabel?: string;
    /** How many dots the waiting shows, 1 to 5. */
    dots?: number;
    children: ReactNode;
  };

/** A button that acts; for going somewhere use a link with `buttonClass`. */
export const Button = ({
  kind,
  size,
  block,
  icon,
  loading = false,
  loadingLabel,
  dots = allDots.length,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) => {
  const [ripples, setRipples] = useState<{ id: number; x: number; y: number }[]>([]);
  const next = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) {
      event.preventDefault();
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const ripple = { id: next.current++, x: event.clientX - box.left, y: event.clientY - box.top };
    setRipples((all) => [...all, ripple]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setRipples((all) => all.filter((one) => one.id !== ripple.id));
    }, rippleMs);
    timers.current.add(timer);
    onClick?.(event);
  };

  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({
        ...(kind && { kind }),
        ...(size && { size }),
        ...(block && { block }),
      })}
      aria-disabled={loading || rest['aria-disabled']}
      aria-busy={loading || undefined}
      onClick={press}
    >
      <span className={loading ? styles.hidden : styles.content}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {loading && (
        <span className={styles.dots}>
          {allDots.slice(0, Math.max(dots, 1)).map((dot) => (
            <i key={dot} />
          ))}
        </span>
      )}
      {loadingLabel && (
        <span className="visually-hidden" role="status">
          {loading && loadingLabel}
        </span>
      )}
      {ripples.map(({ id, x, y }) => (
        <span key={id} className={styles.ripple} data-ripple="" style={{ left: x, top: y }} />
      ))}
    </button>
  );
};
