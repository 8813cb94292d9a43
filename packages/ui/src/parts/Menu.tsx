import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import { type ButtonLook, buttonClass } from './Button.tsx';
import styles from './Menu.module.css';

export type MenuItem = { key: string; label: ReactNode; icon?: IconName } & (
  | { href: string; onSelect?: never }
  | { onSelect: () => void; href?: never }
);

type Props = Omit<ButtonLook, 'block'> & {
  label: ReactNode;
  icon?: IconName;
  items: readonly MenuItem[];
  /** The app's link component. */
  link?: ComponentType<{ href: string; className?: string | undefined; children: ReactNode }>;
};

const Anchor = ({
  children,
  ...rest
}: {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}) => <a {...rest}>{children}</a>;

/**
 * A button with a menu of actions and links. The browser opens and closes it, even without scripts; arrow keys move
 * through it, Escape returns to the button.
 */
export const Menu = ({ label, icon, items, kind = 'secondary', size, link: Link = Anchor }: Props) => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);

  const handleMenuKey = (event: KeyboardEvent) => {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    const current = entries.findIndex((entry) => entry.matches(':focus'));
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  };
  const handleButtonKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.showPopover({ source: event.currentTarget });
    list.current?.querySelector<HTMLElement>('a, button')?.focus();
  };

  return (
    <>
      <button
        type="button"
        className={buttonClass({ kind, ...(size && { size }) })}
        popoverTarget={id}
        onKeyDown={handleButtonKey}
      >
        {icon && <Icon name={icon} />}
        {label}
        <Icon name="down" size={20} />
      </button>
      <ul ref={list} id={id} popover="auto" className={styles.menu} onKeyDown={handleMenuKey}>
        {items.map(({ key, label: text, icon: itemIcon, href, onSelect }) => (
          <li key={key}>
            {href === undefined ? (
              <button
                type="button"
                className={styles.entry}
                onClick={() => {
                  list.current?.hidePopover();
                  onSelect();
                }}
              >
                {itemIcon && <Icon name={itemIcon} />}
                {text}
              </button>
            ) : (
              <Link href={href} className={styles.entry}>
                {itemIcon && <Icon name={itemIcon} />}
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};
