import { Icon } from '@hofn/ui';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { navigate, useTexts } from '../../engine/index.ts';
import { closeMenus } from '../../parts/MenuLink.tsx';
import styles from '../SearchDialog.module.css';
import { useActiveOption } from '../useActiveOption.ts';
import { type FoundByDesk, type FoundOption, useFind } from './useFind.ts';

type GroupProps = {
  id: string;
  heading: string;
  options: readonly FoundOption[];
  /** Place of the group's first option among all. */
  first: number;
  option: ReturnType<typeof useActiveOption<FoundOption>>;
  onChoose: (path: string) => void;
};

const Group = ({ id, heading, options, first, option, onChoose }: GroupProps) =>
  options.length > 0 && (
    // biome-ignore lint/a11y/useSemanticElements: a field set cannot be in a list box.
    <div role="group" aria-labelledby={`${id}-group-${first}`}>
      <p id={`${id}-group-${first}`} className={styles.group} role="presentation">
        {heading}
      </p>
      {options.map((result, place) => (
        // Keyboard focus stays in the input; `aria-activedescendant` points to the active option.
        <div
          key={result.path}
          id={`${id}-${first + place}`}
          role="option"
          tabIndex={-1}
          aria-selected={first + place === option.active}
          className={styles.option}
          onClick={() => onChoose(result.path)}
          onKeyDown={option.handleArrow}
          onPointerMove={() => option.setResult(result)}
        >
          <span className={styles.title}>{result.title}</span>
          <span className={styles.description}>{result.description}</span>
        </div>
      ))}
    </div>
  );

/** What the search says of itself, announced; visible where no results say it. */
const Status = ({ found, question }: { found: FoundByDesk; question: string }) => {
  const t = useTexts<'staff'>();
  const count = found.customers.length + found.cases.length;
  const texts = {
    none: '',
    short: t('find|short'),
    searching: '',
    failed: t('find|failed'),
    found: count === 0 ? t('find|none', { query: question }) : t('find|found', { n: count }),
  };
  const isShown =
    found.state === 'short' || found.state === 'failed' || (found.state === 'found' && count === 0);
  return (
    <>
      <p className={isShown ? styles.message : 'visually-hidden'} role="status">
        {texts[found.state]}
      </p>
      {found.hasMore && <p className={styles.message}>{t('find|more')}</p>}
    </>
  );
};

type Props = {
  input?: Ref<HTMLInputElement>;
  /** A button beside the field. */
  children?: ReactNode;
};

/** The field in which staff look for customers and cases, with what it finds (rule ROLE-6). Enter opens the first, or the chosen. */
export const FindBox = ({ input, children }: Props) => {
  const t = useTexts<'staff'>();
  const id = useId();
  const [question, setQuestion] = useState('');
  const found = useFind(question);
  const results = [...found.customers, ...found.cases];
  const option = useActiveOption(id, results);
  const isOpen = results.length > 0;
  // Whether Enter was pressed before the results came.
  const isWaiting = useRef(false);
  const open = (path: string) => {
    setQuestion('');
    closeMenus();
    void navigate(path);
  };
  const openChosen = () => {
    isWaiting.current = found.state === 'searching';
    const chosen = results[Math.max(option.active, 0)];
    if (chosen) open(chosen.path);
  };
  useEffect(() => {
    if (isWaiting.current && found.state !== 'searching') openChosen();
  });
  const group = { id, option, onChoose: open };
  return (
    <>
      <search>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            openChosen();
          }}
        >
          <label className="visually-hidden" htmlFor={`${id}-input`}>
            {t('find|label')}
          </label>
          <button type="submit" className={styles.button} aria-label={t('find|open')}>
            <Icon name="search" />
          </button>
          <input
            id={`${id}-input`}
            ref={input}
            type="text"
            role="combobox"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('find|placeholder')}
            value={question}
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && option.active >= 0 ? `${id}-${option.active}` : undefined}
            onChange={(event) => {
              isWaiting.current = false;
              setQuestion(event.target.value);
              option.setResult(undefined);
            }}
            onKeyDown={option.handleArrow}
          />
          {children}
        </form>
      </search>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('find|label')}
        className={styles.list}
        hidden={!isOpen}
      >
        <Group {...group} heading={t('find|customers')} options={found.customers} first={0} />
        <Group {...group} heading={t('find|cases')} options={found.cases} first={found.customers.length} />
      </div>
      <Status found={found} question={question.trim()} />
    </>
  );
};
