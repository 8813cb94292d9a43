import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './Tabs.module.css';

export type Tab<Key extends string> = {
  key: Key;
  title: string;
  /** How many are behind it; seen beside the title. */
  count?: string;
  panel: ReactNode;
};

type Props<Key extends string> = {
  label: string;
  tabs: readonly Tab<Key>[];
  /** Which is open. Left out, the tabs remember it themselves and begin with the first. */
  selected?: Key;
  onSelect?: (key: Key) => void;
};

/** Where a key leads among so many tabs; undefined for keys that lead nowhere. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** One of a few views of the same thing. Arrows, Home and End go between them, Tab goes on to what is open. */
export const Tabs = <Key extends string>({ label, tabs, selected, onSelect }: Props<Key>) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]?.key);
  const open = tabs.find(({ key }) => key === (selected ?? own)) ?? tabs[0];
  if (!open) return null;

  const select = (key: Key) => {
    setOwn(key);
    onSelect?.(key);
  };
  const press = (event: KeyboardEvent) => {
    const at = moves[event.key]?.(tabs.indexOf(open), tabs.length);
    const tab = at === undefined ? undefined : tabs[at];
    if (at === undefined || !tab) return;
    event.preventDefault();
    select(tab.key);
    const button = list.current?.children[at];
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
            onKeyDown={press}
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
