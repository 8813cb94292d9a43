import { buttonClass, Icon } from '@hofn/ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Contact } from '../chat/customer-token.ts';
import { knownContact, knownToken } from '../chat/known-contact.ts';
import type { FormDocument } from '../content/documents.ts';
import { base, normalisePath, withBase } from '../engine/paths.ts';
import type { Language } from '../engine/types.ts';
import { DeclaredForm, FormThanks, type SubmittedForm } from '../forms/declared/DeclaredForm.tsx';
import { fetchFormDocument } from '../forms/declared/form-texts.ts';
import { Rich } from '../parts/Rich.tsx';
import styles from './Assistance.module.css';

/** Id of the dialog. */
const inquiryId = 'inquiry';

type Props = {
  document: FormDocument;
  language: Language;
  /** Incremented to open the window. */
  opening: number;
  /** Name and addresses of the signed-in customer, filled into the form. */
  contact: Promise<Contact | undefined>;
};

/** The inquiry form in a window over the page (rule HELP-3). Its input is kept when it is closed and reopened. */
const InquiryWindow = ({ document, language, opening, contact }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [taken, setTaken] = useState<SubmittedForm>();
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
            <DeclaredForm
              document={document}
              language={language}
              renderLink={link}
              onSubmitted={setTaken}
              isKeptAcrossPages
              known={contact}
              customerToken={knownToken}
            />
          </>
        )}
      </div>
    </dialog>
  );
};

/** Content of the window; undefined until it is first opened. */
let shown: Props | undefined;
let formDocument: { path: string; document: Promise<FormDocument> } | undefined;
let isMounted = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const Inquiry = () => {
  // The first render must match the empty container.
  const props = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  return props && <InquiryWindow key={props.language} {...props} />;
};

const mount = (): void => {
  if (isMounted) return;
  isMounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  // Like the chat: `createRoot` would add another part of React to every page's first load.
  hydrateRoot(container, <Inquiry />, { identifierPrefix: inquiryId });
};

/**
 * Opens the inquiry form over the page, with the content of its own page, fetched on demand.
 * @param page URL of that page in the user's language
 * @throws if the content cannot be fetched
 */
export const openInquiry = async (page: URL): Promise<void> => {
  const path = normalisePath(page.pathname) ?? base;
  if (formDocument?.path !== path) formDocument = { path, document: fetchFormDocument(path) };
  try {
    const document = await formDocument.document;
    const language = path.startsWith('/en/') ? 'en' : 'is';
    // Asked for once, so that what the customer has emptied stays so.
    const contact = shown?.contact ?? knownContact();
    shown = { document, language, contact, opening: (shown?.opening ?? 0) + 1 };
  } catch (error) {
    formDocument = undefined;
    throw error;
  }
  mount();
  for (const listener of listeners) listener();
};
