import type { FormAccepted } from '@hofn/contracts';
import type { FormField, FormValues } from '@hofn/domain/forms.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { Button, DelayedLoading, ErrorSummary, Icon, Row, Stack } from '@hofn/ui';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import { importOnDemand } from '../../engine/chunks.ts';
import { TextsContext } from '../../engine/texts.ts';
import type { Language } from '../../engine/types.ts';
import { useLazyPart } from '../../engine/use-lazy-part.ts';
import { useUnsaved } from '../useUnsaved.ts';
import { DeclaredField } from './DeclaredField.tsx';
import styles from './DeclaredForm.module.css';
import type { FilesProps } from './FormFiles.tsx';
import { summaryTitle } from './fault-text.ts';
import { Honeypot } from './Honeypot.tsx';
import { useDeclaredForm } from './useDeclaredForm.ts';
import type { CustomerToken } from './useSubmission.ts';

/** A submitted form: its reference, and the e-mail address for the reply. */
export type SubmittedForm = { reference: string; email: string };

type RenderLink = (to: string, title: string) => ReactNode;

type Props = {
  document: FormDocument;
  language: Language;
  /** Renders an internal link; site and portal do so differently. */
  renderLink: RenderLink;
  onSubmitted: (submitted: SubmittedForm) => void;
  /** Set if the form stays mounted across navigation, so that leaving the page needs no confirmation. */
  isKeptAcrossPages?: true;
  /** What is known of a signed-in customer, filled in where nothing was typed. */
  known?: Promise<FormValues | undefined> | undefined;
  customerToken?: CustomerToken;
};

const loadFiles = importOnDemand(() => import('./FormFiles.tsx'));

/** The file field, loaded on demand: forms without files do not load it. */
const LateFiles = ({ document, language, ...field }: FilesProps & Pick<Props, 'document' | 'language'>) => {
  const load = useCallback(async () => (await loadFiles()).openFiles(language), [language]);
  // Keep the document: a reload would lose the typed input.
  const late = useLazyPart(load, { keepsDocument: true });
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
    <DelayedLoading>
      <p>{filesOpening}</p>
    </DelayedLoading>
  );
};

const Guard = ({ isDirty }: { isDirty: boolean }) => {
  useUnsaved(isDirty);
  return null;
};

/** Asks for confirmation before the user leaves an unsent form. */
const UnsavedGuard = ({
  isDirty,
  document,
  language,
}: { isDirty: boolean } & Pick<Props, 'document' | 'language'>) => {
  const { leaveTitle, leaveText, leave, stay, close } = document.labels;
  const texts = useMemo(
    () =>
      createTranslator(language, {
        global: { unsavedTitle: leaveTitle, unsavedChanges: leaveText, leave, stay, close },
      }),
    [language, leaveTitle, leaveText, leave, stay, close],
  );
  // The question uses portal texts, and site pages do not load those.
  return (
    <TextsContext value={texts}>
      <Guard isDirty={isDirty} />
    </TextsContext>
  );
};

/**
 * Reads input typed before hydration, because React received no events for that input.
 * @returns the non-empty values of plain fields, by name
 */
const readEarlyInput = (form: HTMLFormElement, fields: readonly FormField[]): FormValues => {
  const entries: [string, FormValues[string]][] = [];
  const data = new FormData(form);
  for (const { name, type } of fields) {
    if (type === 'list' || type === 'files') continue;
    const inputs = data
      .getAll(type === 'checkboxes' ? `${name}[]` : name)
      .map(String)
      .filter(Boolean);
    if (inputs.length > 0) entries.push([name, type === 'checkboxes' ? inputs : (inputs[0] ?? '')]);
  }
  return Object.fromEntries(entries);
};

/**
 * A public form. The domain's `form-kinds.ts` declares the questions; the content document provides the
 * texts.
 */
export const DeclaredForm = (props: Props) => {
  const { document, language, renderLink, onSubmitted, isKeptAcrossPages, known, customerToken } = props;
  const element = useRef<HTMLFormElement>(null);
  const handleTaken = (answer: FormAccepted, values: FormValues) => {
    const { email } = values;
    onSubmitted({ reference: answer.reference, email: typeof email === 'string' ? email.trim() : '' });
  };
  const form = useDeclaredForm(document, { language, onTaken: handleTaken, customerToken });
  const { labels, sections, privacy } = document;
  const { fields, addAnswers, summary, failure, idOf, errorOf } = form;

  const { current: initialForm } = useRef({ fields, addAnswers });
  useEffect(() => {
    if (!element.current) return;
    const earlyInput = readEarlyInput(element.current, initialForm.fields);
    if (Object.keys(earlyInput).length > 0) initialForm.addAnswers(earlyInput);
  }, [initialForm]);
  const { current: fillBlanks } = useRef(form.fillBlanks);
  useEffect(() => {
    void known?.then((answers) => answers && fillBlanks(answers));
  }, [known, fillBlanks]);

  return (
    <Stack
      as="form"
      gap="l"
      width="form"
      ref={element}
      // method="dialog" does nothing outside a dialog, so a submit before hydration does not put the input in the URL.
      method="dialog"
      noValidate
      onFocus={form.loadKennitalaSettings}
      onSubmit={form.submit}
    >
      <ErrorSummary title={summaryTitle(labels, summary.errors.length)} {...summary} />
      <noscript>
        <p>{labels.noScript}</p>
      </noscript>
      {form.visibleFields.map((field) => (
        <Fragment key={field.name}>
          {field.section && <h2 className={styles.section}>{sections[field.section - 1]}</h2>}
          {field.type === 'files' ? (
            <LateFiles
              document={document}
              language={language}
              id={idOf('files')}
              label={document.fields.find(({ name }) => name === 'files')?.label ?? ''}
              optional={field.required ? undefined : labels.optional}
              error={errorOf('files')}
              onChange={form.setFiles}
            />
          ) : (
            <DeclaredField
              form={form}
              document={document}
              language={language}
              field={field}
              path={field.name}
            />
          )}
        </Fragment>
      ))}
      <Honeypot label={labels.leaveEmpty} {...form.field('website')} />
      <p className={styles.note}>
        {labels.privacy} {privacy && renderLink(privacy.path, privacy.title)}
      </p>
      <Row>
        <Button type="submit" isLoading={form.isSending} loadingLabel={labels.sending}>
          {failure?.isRetryable ? labels.retry : document.submit}
        </Button>
        <p role="alert">{failure && <em className={styles.failure}>{failure.message}</em>}</p>
      </Row>
      {!isKeptAcrossPages && <UnsavedGuard isDirty={form.isDirty} document={document} language={language} />}
    </Stack>
  );
};

type ThanksProps = Pick<Props, 'document'> & {
  taken: SubmittedForm;
  heading: 'h1' | 'h3';
  /** Renders the link to the front page. */
  toFront: ReactNode;
};

/** Confirmation after submitting: the reference and what happens next (rules INQ-2 and FORM-9). */
export const FormThanks = ({ document, taken, heading: Heading, toFront }: ThanksProps) => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <Stack width="form">
      <Icon name="done" size={32} className={styles.mark} />
      <Heading ref={headingRef} tabIndex={-1}>
        {document.thanksTitle}
      </Heading>
      <p className={styles.reference}>{document.labels.reference.replace('{reference}', taken.reference)}</p>
      <p>{document.thanksText.replace('{email}', taken.email)}</p>
      <p>{toFront}</p>
    </Stack>
  );
};
