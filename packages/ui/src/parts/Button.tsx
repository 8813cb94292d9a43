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
  /** At most one `primary` per view. */
  kind?: ButtonKind;
  size?: 'medium' | 'small';
  /** As wide as its container. */
  isBlock?: boolean;
};

/** Duration of the ripple (rule UI-3). */
const rippleMs = 1000;
/** At most five dots (rule UI-3). */
const allDots = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Class of an element that looks like a button, such as a link. */
export const buttonClass = ({ kind = 'primary', size = 'medium', isBlock }: ButtonLook = {}) =>
  [styles.button, styles[kind], size === 'small' && styles.small, isBlock && styles.block]
    .filter(Boolean)
    .join(' ');

type Props = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'className' | 'children'> & {
    icon?: IconName;
    /** While true the button shows dots, keeps its width and ignores clicks; `loadingLabel` says why. */
    isLoading?: boolean;
    loadingLabel?: string;
    /** Number of loading dots, 1 to 5. */
    dots?: number;
    children: ReactNode;
  };

/** A button for an action; for navigation use a link with `buttonClass`. */
export const Button = ({
  kind,
  size,
  isBlock,
  icon,
  isLoading = false,
  loadingLabel,
  dots = allDots.length,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) => {
  const [ripples, setRipples] = useState<{ id: number; x: number; y: number }[]>([]);
  const nextId = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isLoading) {
      event.preventDefault();
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const ripple = { id: nextId.current++, x: event.clientX - box.left, y: event.clientY - box.top };
    setRipples((all) => [...all, ripple]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setRipples((all) => all.filter((other) => other.id !== ripple.id));
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
        ...(isBlock && { isBlock }),
      })}
      aria-disabled={isLoading || rest['aria-disabled']}
      aria-busy={isLoading || undefined}
      onClick={handleClick}
    >
      <span className={isLoading ? styles.hidden : styles.content}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {isLoading && (
        <span className={styles.dots}>
          {allDots.slice(0, Math.max(dots, 1)).map((dot) => (
            <i key={dot} />
          ))}
        </span>
      )}
      {loadingLabel && (
        <span className="visually-hidden" role="status">
          {isLoading && loadingLabel}
        </span>
      )}
      {ripples.map(({ id, x, y }) => (
        <span key={id} className={styles.ripple} data-ripple="" style={{ left: x, top: y }} />
      ))}
    </button>
  );
};
