import { Icon } from '@hofn/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, navigate, useTexts } from '../engine/index.ts';
import { hrefOf } from '../engine/link-rules.ts';
import type { Language } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { closeMenus } from '../parts/MenuLink.tsx';
import styles from './SearchDialog.module.css';
import { type FindOwn, type OwnResult, useSearch } from './useSearch.ts';

/** Id of the dialog, which any button opens by the browser's own command. */
export const searchDialogId = 'site-search';

/** More than these do not fit where one types; the search page has them all. */
const mostShown = 8;

export const searchPath = { is: '/leit', en: '/en/search' } as const;

/** Keys of options: two results may be alike in all that is shown of them. */
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
 * The search that every header opens: a form of its own that leads to the search page, and results as one types once
 * the browser half has come (rules SITE-6 and PORT-20). Keys move among the results, as in any combobox.
 */
export const SearchDialog = ({ language, findOwn, onFocusChange }: Props) => {
  const t = useTexts();
  const id = useId();
  const [question, setQuestion] = useState('');
  // The result itself and not its place: the reader's own results come later, and before the others.
  const [chosen, setActive] = useState<OwnResult>();
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the browser half came.
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
    // Before the first comes the last, and after the last the first.
    const from = active < 0 && step < 0 ? 0 : active;
    const next = (from + step + results.length) % results.length;
    setActive(results[next]);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const optionOf = (result: OwnResult, at: number) => (
    // Keys reach it through the input, which names it as the active one.
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

  // Seen, and said with each of the reader's own results instead: a list box holds options alone.
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
            // The browser gives it the focus when the dialog opens, before and after any script has come.
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
