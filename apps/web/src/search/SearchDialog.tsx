import { Icon } from '@hofn/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, navigate, useTexts } from '../engine/index.ts';
import { hrefOf } from '../engine/link-rules.ts';
import type { Language } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { closeMenus } from '../parts/MenuLink.tsx';
import styles from './SearchDialog.module.css';
import { type FindOwn, type OwnResult, useSearch } from './useSearch.ts';

/** Id of the dialog, which buttons open by the browser's command. */
export const searchDialogId = 'site-search';

/** Maximum number of results; the search page has all. */
const mostShown = 8;

export const searchPath = { is: '/leit', en: '/en/search' } as const;

/** Unique keys of options: two results may have identical content. */
const keysOf = (results: readonly OwnResult[]): string[] => {
  const seen = new Map<string, number>();
  return results.map(({ path, title, description }) => {
    const name = `${path} ${title} ${description}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
};

type Props = { language: Language; findOwn?: FindOwn; onFocusChange?: (focused: boolean) => void };

/**
 * The search dialog of every header: a form that leads to the search page, and after hydration results while typing
 * (rules SITE-6 and PORT-20). Keyboard navigation as in any combobox.
 */
export const SearchDialog = ({ language, findOwn, onFocusChange }: Props) => {
  const t = useTexts();
  const id = useId();
  const [question, setQuestion] = useState('');
  // The result, not its index: the user's own results arrive later and are inserted before the others.
  const [chosen, setActive] = useState<OwnResult>();
  const input = useRef<HTMLInputElement>(null);
  // Text typed before hydration.
  useEffect(() => setQuestion(input.current?.value ?? ''), []);
  const found = useSearch(language, question, findOwn);
  const site = found.site.slice(0, mostShown);
  const results: OwnResult[] = [...found.own, ...site];
  const keys = keysOf(results);
  const open = results.length > 0;
  const active = chosen ? results.indexOf(chosen) : -1;
  const none = found.question !== '' && !found.failed && !open;
  const all = `${searchPath[language]}?${new URLSearchParams({ q: question.trim() })}`;

  const go = (to: string) => {
    closeMenus();
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !open) return;
    event.preventDefault();
    // Wraps around.
    const from = active < 0 && step < 0 ? 0 : active;
    const next = (from + step + results.length) % results.length;
    setActive(results[next]);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const optionOf = (result: OwnResult, at: number) => (
    // Keyboard focus stays in the input, which refers to it by `aria-activedescendant`.
    <div
      key={keys[at]}
      id={`${id}-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      className={styles.option}
      onClick={() => go(result.path)}
      onKeyDown={press}
      onPointerMove={() => setActive(result)}
    >
      <span className={styles.title}>
        {at < found.own.length && <span className="visually-hidden">{t('shell|searchYours')}: </span>}
        {result.title}
      </span>
      <span className={styles.description}>{result.description}</span>
    </div>
  );

  // Visible only, and repeated in each of the user's own results, because a list box may contain only options.
  const heading = (text: string) => (
    <p className={styles.group} aria-hidden="true">
      {text}
    </p>
  );

  return (
    <dialog
      className={`window window-soft ${styles.dialog}`}
      id={searchDialogId}
      aria-label={t('shell|search')}
      closedby="any"
    >
      <search>
        <form
          className={styles.form}
          action={hrefOf(searchPath[language])}
          onSubmit={(event) => {
            event.preventDefault();
            go(results[active]?.path ?? all);
          }}
        >
          <label className="visually-hidden" htmlFor={`${id}-input`}>
            {t('shell|searchPlaceholder')}
          </label>
          <button type="submit" className={styles.button} aria-label={t('shell|search')}>
            <Icon name="search" />
          </button>
          <input
            id={`${id}-input`}
            ref={input}
            // The browser focuses it when the dialog opens, even without scripts.
            autoFocus
            name="q"
            type="text"
            role="combobox"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={t('shell|searchPlaceholder')}
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
            onChange={(event) => {
              setQuestion(event.target.value);
              setActive(undefined);
            }}
            onFocus={() => onFocusChange?.(true)}
            onBlur={() => onFocusChange?.(false)}
            onKeyDown={press}
          />
          <button
            type="button"
            className={styles.button}
            aria-label={t('shell|closeWindow')}
            {...command(searchDialogId, 'close')}
          >
            <Icon name="close" />
          </button>
        </form>
      </search>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('shell|search')}
        className={styles.list}
        hidden={!open}
      >
        {found.own.length > 0 && heading(t('shell|searchYours'))}
        {found.own.map(optionOf)}
        {found.own.length > 0 && site.length > 0 && heading(t('shell|searchSite'))}
        {site.map((page, at) => optionOf(page, found.own.length + at))}
      </div>
      <p className={open || !(none || found.failed) ? 'visually-hidden' : styles.message} role="status">
        {found.failed && t('shell|searchFailed')}
        {none && t('shell|searchNone', { query: found.question })}
        {open && t('shell|searchResults', { count: found.site.length + found.own.length })}
      </p>
      {open && (
        <p className={styles.all}>
          <Link to={all} onClick={closeMenus}>
            {t('shell|searchResults', { count: found.site.length + found.own.length })}
          </Link>
        </p>
      )}
    </dialog>
  );
};
