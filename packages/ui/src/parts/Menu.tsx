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
  /** What links of the app are made with. */
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
 * A button with a few things to do or places to go below it. The browser opens and closes it, before any script too;
 * arrows go through it, Escape leads back.
 */
export const Menu = ({ label, icon, items, kind = 'secondary', size, link: Link = Anchor }: Props) => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);

  const press = (event: KeyboardEvent) => {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    const at = entries.findIndex((entry) => entry.matches(':focus'));
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    entries.at(to % entries.length)?.focus();
  };
  const open = (event: KeyboardEvent<HTMLButtonElement>) => {
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
        onKeyDown={open}
      >
        {icon && <Icon name={icon} />}
        {label}
        <Icon name="down" size={20} />
      </button>
      <ul ref={list} id={id} popover="auto" className={styles.menu} onKeyDown={press}>
        {items.map(({ key, label: text, icon: mark, href, onSelect }) => (
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
                {mark && <Icon name={mark} />}
                {text}
              </button>
            ) : (
              <Link href={href} className={styles.entry}>
                {mark && <Icon name={mark} />}
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};
