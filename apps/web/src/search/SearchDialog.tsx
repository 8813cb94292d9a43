import { Icon } from '@hofn/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, navigate, useTexts } from '../engine/index.ts';
import { hrefOf } from '../engine/link-rules.ts';
import type { Language } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { closeMenus } from '../parts/MenuLink.tsx';
import styles from './SearchDialog.module.css';
import { useActiveOption } from './useActiveOption.ts';
import { type FindOwn, type OwnResult, useSearch } from './useSearch.ts';

/** Id of the dialog; buttons open the dialog with the HTML `command` attribute. */
export const searchDialogId = 'site-search';

/** Maximum number of public results; the search page shows all. */
const maxSiteResults = 8;

export const searchPath = { is: '/leit', en: '/en/search' } as const;

/** Returns unique option keys, even for results with identical content. */
const keysOf = (results: readonly OwnResult[]): string[] => {
  const seen = new Map<string, number>();
  return results.map(({ path, title, description }) => {
    const name = `${path} ${title} ${description}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
};

type ResultListProps = {
  id: string;
  own: readonly OwnResult[];
  site: readonly OwnResult[];
  option: ReturnType<typeof useActiveOption<OwnResult>>;
  onChoose: (path: string) => void;
};

/** The combobox's options: the user's own results first. */
const ResultList = ({ id, own, site, option, onChoose }: ResultListProps) => {
  const t = useTexts();
  const results = [...own, ...site];
  const keys = keysOf(results);
  const optionAt = (index: number) => {
    const result = results[index];
    return (
      result && (
        // Keyboard focus stays in the input; `aria-activedescendant` points to the active option.
        <div
          key={keys[index]}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === option.active}
          className={styles.option}
          onClick={() => onChoose(result.path)}
          onKeyDown={option.handleArrow}
          onPointerMove={() => option.setResult(result)}
        >
          <span className={styles.title}>
            {index < own.length && <span className="visually-hidden">{t('shell|searchYours')}: </span>}
            {result.title}
          </span>
          <span className={styles.description}>{result.description}</span>
        </div>
      )
    );
  };
  // Hidden from screen readers, because a list box may contain only options; own results carry a hidden prefix instead.
  const heading = (text: string) => (
    <p className={styles.group} aria-hidden="true">
      {text}
    </p>
  );
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('shell|search')}
      className={styles.list}
      hidden={results.length === 0}
    >
      {own.length > 0 && heading(t('shell|searchYours'))}
      {own.map((_, index) => optionAt(index))}
      {own.length > 0 && site.length > 0 && heading(t('shell|searchSite'))}
      {site.map((_, index) => optionAt(own.length + index))}
    </div>
  );
};

type Props = {
  language: Language;
  /** Name of the field, if it does not search the site alone. */
  label?: string;
  findOwn?: FindOwn;
  onFocusChange?: (focused: boolean) => void;
};

/**
 * The search dialog in every header. Before hydration a plain form that opens the search page; afterwards also a
 * combobox with results while typing (rules SITE-6 and PORT-20).
 */
export const SearchDialog = ({ language, label, findOwn, onFocusChange }: Props) => {
  const t = useTexts();
  const id = useId();
  const fieldLabel = label ?? t('shell|searchPlaceholder');
  const [question, setQuestion] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wasLeft = useRef(false);
  useEffect(() => {
    // Where the browser did not render the document's input, the dialog would focus its first button.
    input.current?.setAttribute('autofocus', '');
    // Pick up text typed before hydration.
    setQuestion(input.current?.value ?? '');
  }, []);
  const found = useSearch(language, question, findOwn);
  const site = found.site.slice(0, maxSiteResults);
  const results = [...found.own, ...site];
  const option = useActiveOption<OwnResult>(id, results);
  const isOpen = results.length > 0;
  const isPending = findOwn !== undefined && !found.hasOwn;
  const hasNone = found.question !== '' && !found.failed && !isOpen && !isPending;
  const searchPage = `${searchPath[language]}?${new URLSearchParams({ q: question.trim() })}`;
  const go = (to: string) => {
    closeMenus();
    void navigate(to);
  };
  // Whether Enter was pressed while the user's own results were pending.
  const isWaiting = useRef(false);
  const openChosen = () => {
    // The portal opens the first result: the search page would leave it (rule LIFE-26).
    const chosen = results[findOwn && !isPending ? Math.max(option.active, 0) : option.active];
    isWaiting.current = isPending && !chosen;
    if (chosen || !findOwn) go(chosen?.path ?? searchPage);
  };
  useEffect(() => {
    if (isWaiting.current && !isPending) openChosen();
  });

  return (
    <dialog
      className={`window window-soft ${styles.dialog}`}
      id={searchDialogId}
      aria-label={t('shell|search')}
      closedby="any"
      onClose={() => {
        isWaiting.current = false;
      }}
    >
      <search>
        <form
          className={styles.form}
          action={hrefOf(searchPath[language])}
          onSubmit={(event) => {
            event.preventDefault();
            openChosen();
          }}
        >
          <label className="visually-hidden" htmlFor={`${id}-input`}>
            {fieldLabel}
          </label>
          <button type="submit" className={styles.button} aria-label={t('shell|search')}>
            <Icon name="search" />
          </button>
          <input
            id={`${id}-input`}
            ref={input}
            // The browser focuses the input when the dialog opens, even without scripts.
            autoFocus
            name="q"
            type="text"
            required
            role="combobox"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={fieldLabel}
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && option.active >= 0 ? `${id}-${option.active}` : undefined}
            onChange={(event) => {
              isWaiting.current = false;
              setQuestion(event.target.value);
              option.setResult(undefined);
            }}
            onFocus={({ currentTarget }) => {
              // Typing replaces the query of the last search; an arrow key or a click keeps it.
              if (wasLeft.current) currentTarget.select();
              wasLeft.current = false;
              onFocusChange?.(true);
            }}
            onBlur={() => {
              wasLeft.current = true;
              onFocusChange?.(false);
            }}
            onKeyDown={option.handleArrow}
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
      <ResultList id={id} own={found.own} site={site} option={option} onChoose={go} />
      <p className={isOpen || !(hasNone || found.failed) ? 'visually-hidden' : styles.message} role="status">
        {found.failed && t('shell|searchFailed')}
        {hasNone && t('shell|searchNone', { query: found.question })}
        {isOpen && t('shell|searchResults', { count: found.site.length + found.own.length })}
      </p>
      {isOpen && !findOwn && (
        <p className={styles.all}>
          <Link to={searchPage} onClick={closeMenus}>
            {t('shell|searchResults', { count: found.site.length + found.own.length })}
          </Link>
        </p>
      )}
    </dialog>
  );
};
