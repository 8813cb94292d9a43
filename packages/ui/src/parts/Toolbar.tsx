import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { type Gap, gapClass } from './layout.ts';
import styles from './Toolbar.module.css';

type Props = {
  /** What the controls work on; read to screen readers. */
  label: string;
  /** Buttons, links and menus. */
  children: ReactNode;
  /** Controls at the other end, such as the choice of what is shown. */
  end?: ReactNode;
  gap?: Gap;
};

/** The control that a key moves to, by index; undefined for other keys. */
const indexAfterKey: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Controls that need the arrow keys themselves. */
const ownArrows = 'input, select, textarea, [role=menu] *, [popover] *';

/**
 * Controls above or below what they work on, in one tab stop: arrow keys, Home and End move between them, and Tab
 * returns to the one that was used last. For a few buttons without that, such as those of a form, use `Row`.
 */
export const Toolbar = ({ label, children, end, gap = 'm' }: Props) => {
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(undefined);

  const controls = () =>
    [
      ...(bar.current?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea') ?? []),
    ].filter((control) => !control.matches(':disabled, [popover] *'));
  const handleKey = (event: KeyboardEvent) => {
    const { target, key, shiftKey } = event;
    if (!(target instanceof HTMLElement)) return;
    const all = controls();
    if (key === 'Tab' && all.includes(target)) {
      last.current = target;
      // From the outermost control the browser's own Tab leaves the toolbar.
      all.at(shiftKey ? 0 : -1)?.focus();
      return;
    }
    const next = indexAfterKey[key]?.(all.indexOf(target), all.length);
    if (next === undefined || target.matches(ownArrows) || !all.includes(target)) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const handleFocus = ({ relatedTarget }: FocusEvent) => {
    const isEntering = !(relatedTarget instanceof Node && bar.current?.contains(relatedTarget));
    if (!isEntering || !last.current || !controls().includes(last.current)) return;
    const returned = last.current;
    last.current = undefined;
    returned.focus();
  };

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={`${styles.toolbar} ${gapClass(gap)}`}
      onKeyDown={handleKey}
      onFocus={handleFocus}
    >
      <div className={styles.group}>{children}</div>
      {end && <div className={styles.group}>{end}</div>}
    </div>
  );
};
