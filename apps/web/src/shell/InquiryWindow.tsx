import { buttonClass, Icon } from '@hofn/ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { FormDocument } from '../content/documents.ts';
import { base, normalisePath, withBase } from '../engine/paths.ts';
import type { Language } from '../engine/types.ts';
import { DeclaredForm, FormThanks, type Taken } from '../forms/declared/DeclaredForm.tsx';
import { formWords } from '../forms/declared/form-words.ts';
import { Rich } from '../parts/Rich.tsx';
import styles from './Assistance.module.css';

/** Id of the dialog. */
const inquiryId = 'inquiry';

type Props = {
  document: FormDocument;
  language: Language;
  /** Another number for each time that it is to open. */
  opening: number;
};

/** The inquiry in a window over the page (rule HELP-3). Closed and opened again it has what was typed before. */
const InquiryWindow = ({ document, language, opening }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [taken, setTaken] = useState<Taken>();
  useEffect(() => {
    if (opening > 0 && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [opening]);
  const close = () => dialog.current?.close();
  const { title, lead, labels } = document;
  const link = (to: string, text: string, className?: string) => (
    <a href={withBase(to)} className={className} onClick={close}>
      {text}
    </a>
  );
  return (
    <dialog
      ref={dialog}
      id={inquiryId}
      className={`window window-soft window-side ${styles.panel}`}
      aria-labelledby={`${inquiryId}-title`}
      onClose={() => setTaken(undefined)}
    >
      <div className={styles.head}>
        <h2 id={`${inquiryId}-title`}>{title}</h2>
        <button
          type="button"
          className={`${buttonClass({ kind: 'secondary', size: 'small' })} ${styles.close}`}
          onClick={close}
        >
          <Icon name="close" />
          {labels.close}
        </button>
      </div>
      <div className={styles.body}>
        {taken ? (
          <FormThanks
            document={document}
            taken={taken}
            heading="h3"
            toFront={link(language === 'en' ? '/en' : '/', labels.toFront, buttonClass())}
          />
        ) : (
          <>
            <p>
              <Rich text={lead} />
            </p>
            <DeclaredForm document={document} language={language} link={link} onTaken={setTaken} stays />
          </>
        )}
      </div>
    </dialog>
  );
};

/** What stands in the window; nothing before it was first asked for. */
let shown: Props | undefined;
let words: { path: string; document: Promise<FormDocument> } | undefined;
let mounted = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const Shown = () => {
  // The first render is what stands in the container: nothing.
  const props = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  return props && <InquiryWindow key={props.language} {...props} />;
};

const mount = (): void => {
  if (mounted) return;
  mounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  // As the chat is: `createRoot` would be one more part of React in what every page loads first.
  hydrateRoot(container, <Shown />, { identifierPrefix: inquiryId });
};

/**
 * Opens the inquiry over the page, with the words of its own page, which are asked for when they are wanted.
 * @param page address of that page in the reader's language
 * @throws when its words cannot be fetched
 */
export const openInquiry = async (page: URL): Promise<void> => {
  const path = normalisePath(page.pathname) ?? base;
  if (words?.path !== path) words = { path, document: formWords(path) };
  try {
    const document = await words.document;
    const language = path.startsWith('/en/') ? 'en' : 'is';
    shown = { document, language, opening: (shown?.opening ?? 0) + 1 };
  } catch (error) {
    words = undefined;
    throw error;
  }
  mount();
  for (const listener of listeners) listener();
};
