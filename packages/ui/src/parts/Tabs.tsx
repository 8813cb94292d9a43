import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './Tabs.module.css';

export type Tab<Key extends string> = {
  key: Key;
  title: string;
  /** Number of items in the panel, shown next to the title. */
  count?: string;
  panel: ReactNode;
};

type Props<Key extends string> = {
  label: string;
  tabs: readonly Tab<Key>[];
  /** The selected tab; uncontrolled if omitted, starting with the first. */
  selectedKey?: Key;
  onSelectedKeyChange?: (key: Key) => void;
};

/** The index that a key moves to; undefined for other keys. */
const indexAfterKey: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with ARIA keyboard navigation: arrows, Home and End between tabs, Tab to the panel. */
export const Tabs = <Key extends string>({ label, tabs, selectedKey, onSelectedKeyChange }: Props<Key>) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [ownSelected, setOwnSelected] = useState(tabs[0]?.key);
  const open = tabs.find(({ key }) => key === (selectedKey ?? ownSelected)) ?? tabs[0];
  if (!open) return null;

  const select = (key: Key) => {
    setOwnSelected(key);
    onSelectedKeyChange?.(key);
  };
  const handleKey = (event: KeyboardEvent) => {
    const index = indexAfterKey[event.key]?.(tabs.indexOf(open), tabs.length);
    const tab = index === undefined ? undefined : tabs[index];
    if (index === undefined || !tab) return;
    event.preventDefault();
    select(tab.key);
    const button = list.current?.children[index];
    if (button instanceof HTMLElement) button.focus();
  };

  return (
    <>
      <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map(({ key, title, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            className={styles.tab}
            aria-selected={key === open.key}
            aria-controls={key === open.key ? `${id}-panel` : undefined}
            tabIndex={key === open.key ? 0 : -1}
            onClick={() => select(key)}
            onKeyDown={handleKey}
          >
            {title} {count && <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open.key}`}>
        {open.panel}
      </div>
    </>
  );
};
