import type { FormTaken } from '@hofn/contracts';
import type { FormField, FormValues } from '@hofn/domain/forms.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { Button, ErrorSummary, Icon, TextField, Waiting } from '@hofn/ui';
import { Fragment, type ReactNode, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import { later } from '../../engine/chunks.ts';
import { TextsContext } from '../../engine/texts.ts';
import type { Language } from '../../engine/types.ts';
import { useLate } from '../../engine/use-late.ts';
import { useUnsaved } from '../useUnsaved.tsx';
import { DeclaredField } from './DeclaredField.tsx';
import styles from './DeclaredForm.module.css';
import type { FilesProps } from './FormFiles.tsx';
import { useDeclaredForm } from './useDeclaredForm.ts';

/** What became of a form: its reference, and where the answer goes. */
export type Taken = { reference: string; email: string };

type Link = (to: string, title: string) => ReactNode;

type Props = {
  document: FormDocument;
  language: Language;
  /** A link to a page of ours, as the place that the form stands in makes it. */
  link: Link;
  onTaken: (taken: Taken) => void;
  /** Whether it stays with what was typed in it when the page changes, so that leaving the page need not be asked about. */
  stays?: true;
};

const loadFiles = later(() => import('./FormFiles.tsx'));

/** The field for files, once it has come: nothing of it is in a form without files. */
const LateFiles = ({ document, language, ...field }: FilesProps & Pick<Props, 'document' | 'language'>) => {
  const load = useCallback(async () => (await loadFiles()).openFiles(language), [language]);
  // The document has what is typed in the form.
  const late = useLate(load, { keepsDocument: true });
  const { filesOpening, filesFailed, retry } = document.labels;
  if (late.state === 'failed')
    return (
      <div>
        <p role="alert">{filesFailed}</p>
        <Button kind="secondary" size="small" onClick={late.retry}>
          {retry}
        </Button>
      </div>
    );
  if (late.state === 'ready') return <late.part {...field} />;
  return (
    <Waiting>
      <p>{filesOpening}</p>
    </Waiting>
  );
};

/** Asks before a form is left that is not sent. */
const Unsaved = ({
  dirty,
  document,
  language,
}: { dirty: boolean } & Pick<Props, 'document' | 'language'>) => {
  const question = useUnsaved(dirty);
  const { leaveTitle, leaveText, leave, stay, close } = document.labels;
  const texts = useMemo(
    () =>
      createTranslator(language, {
        global: { unsavedTitle: leaveTitle, unsavedChanges: leaveText, leave, stay, close },
      }),
    [language, leaveTitle, leaveText, leave, stay, close],
  );
  // The question is the portal's, whose texts the site does not have.
  return <TextsContext value={texts as never}>{question}</TextsContext>;
};

/**
 * What was typed before the page came to life stands in its fields, and nobody was told of it.
 * @returns the values that differ from an empty form's, by the names of its plain fields
 */
const typedEarly = (form: HTMLFormElement, fields: readonly FormField[]): FormValues => {
  const typed: [string, FormValues[string]][] = [];
  const data = new FormData(form);
  for (const { name, type } of fields) {
    if (type === 'list' || type === 'files') continue;
    const given = data
      .getAll(type === 'checkboxes' ? `${name}[]` : name)
      .map(String)
      .filter(Boolean);
    if (given.length > 0) typed.push([name, type === 'checkboxes' ? given : (given[0] ?? '')]);
  }
  return Object.fromEntries(typed);
};

/** A form of the site: its questions by `form-kinds.ts` of the domain, its words by its document. */
export const DeclaredForm = ({ document, language, link, onTaken, stays }: Props) => {
  const prefix = useId();
  const element = useRef<HTMLFormElement>(null);
  const taken = (answer: FormTaken, values: FormValues) => {
    const { email } = values;
    onTaken({ reference: answer.reference, email: typeof email === 'string' ? email.trim() : '' });
  };
  const form = useDeclaredForm(document, { language, onTaken: taken });
  const { labels, sections, privacy } = document;
  const { fields, asked, values, change, state, faults } = form;
  const idOf = (path: string) => `${prefix}-${path.replaceAll('.', '-')}`;

  const { current: first } = useRef({ fields, change });
  useEffect(() => {
    if (!element.current) return;
    const early = typedEarly(element.current, first.fields);
    if (Object.keys(early).length > 0) first.change('', early);
  }, [first]);

  const parts = { document, language, idOf, errorOf: form.errorOf, touch: form.touch };
  const trap = form.errorOf('website');
  return (
    <form
      ref={element}
      // Before it has come to life a press must put nothing of it into an address: outside a dialog this does nothing.
      method="dialog"
      className={styles.form}
      noValidate
      onFocus={form.begin}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <ErrorSummary
        title={
          faults.length === 1 ? labels.summaryOne : labels.summaryMany.replace('{n}', String(faults.length))
        }
        attempt={form.attempt}
        errors={faults.map(({ path, message }) => ({ field: idOf(path), message }))}
      />
      <noscript>
        <p>{labels.noScript}</p>
      </noscript>
      {asked.map((field) => (
        <Fragment key={field.name}>
          {field.section && <h2 className={styles.section}>{sections[field.section - 1]}</h2>}
          {field.type === 'files' ? (
            <LateFiles
              document={document}
              language={language}
              id={idOf('files')}
              label={document.fields.find(({ name }) => name === 'files')?.label ?? ''}
              optional={field.required ? undefined : labels.optional}
              error={form.errorOf('files')}
              onChange={form.setFiles}
            />
          ) : (
            <DeclaredField {...parts} field={field} path={field.name} values={values} onChange={change} />
          )}
        </Fragment>
      ))}
      {/* Robots fill in what they find; who reads the page finds it only if the service asks to have it emptied. */}
      <div className={trap ? undefined : styles.trap} aria-hidden={trap ? undefined : true}>
        <TextField
          id={idOf('website')}
          label={labels.leaveEmpty}
          error={trap}
          name="website"
          value={form.website}
          onChange={({ target }) => form.setWebsite(target.value)}
          autoComplete="off"
          tabIndex={trap ? 0 : -1}
        />
      </div>
      <p className={styles.note}>
        {labels.privacy} {privacy && link(privacy.path, privacy.title)}
      </p>
      <div className={styles.send}>
        <Button type="submit" loading={state === 'sending'} loadingLabel={labels.sending}>
          {state === 'failed' ? labels.retry : document.submit}
        </Button>
        <p role="alert">{form.message && <em>{form.message}</em>}</p>
      </div>
      {!stays && <Unsaved dirty={form.dirty} document={document} language={language} />}
    </form>
  );
};

type ThanksProps = Pick<Props, 'document'> & {
  taken: Taken;
  heading: 'h1' | 'h3';
  /** The way to the front page. */
  toFront: ReactNode;
};

/** The end of a form: that it has come, the reference to name, and what happens next (rules INQ-2 and FORM-9). */
export const FormThanks = ({ document, taken, heading: Heading, toFront }: ThanksProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.thanks}>
      <Icon name="done" size={32} />
      <Heading ref={heading} tabIndex={-1}>
        {document.thanksTitle}
      </Heading>
      <p className={styles.reference}>{document.labels.reference.replace('{reference}', taken.reference)}</p>
      <p>{document.thanksText.replace('{email}', taken.email)}</p>
      <p>{toFront}</p>
    </div>
  );
};
