import type { FormValues } from '@hofn/domain/forms.ts';
import { buttonClass } from '@hofn/ui';
import { useEffect, useMemo, useState } from 'react';
import type { FormDocument } from '../content/documents.ts';
import { Link, useLocation, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { DeclaredForm, FormThanks, type SubmittedForm } from '../forms/declared/DeclaredForm.tsx';
import { TextPage } from '../parts/Page.tsx';
import styles from './Check.module.css';
import { CompanyPart } from './CompanyPart.tsx';

/** What a price already answers, for a form that is reached from one (rule LIFE-39). */
const useAnswersFromPrice = (document: FormDocument): Promise<FormValues | undefined> | undefined => {
  const { language } = useTexts();
  const { hash } = useLocation();
  return useMemo(
    () =>
      hash && document.fromPrice
        ? // If that fails, the visitor fills in the form themselves.
          import('../prices/price-request.ts').then(
            ({ answersFromPrice }) => answersFromPrice(hash, document, language),
            () => undefined,
          )
        : undefined,
    [hash, document, language],
  );
};

/** The page's texts: of a call about a price that the visitor has (rule LIFE-39), else its usual ones. */
const useWording = (document: FormDocument, known: Promise<FormValues | undefined> | undefined) => {
  const [hasPrice, setHasPrice] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void Promise.resolve(known).then((answers) => isCurrent && setHasPrice(answers !== undefined));
    return () => {
      isCurrent = false;
    };
  }, [known]);
  return useMemo(() => {
    if (!hasPrice) return document;
    const { title, lead, submit, thanksText } = document;
    return {
      ...document,
      title: document.fromPriceTitle ?? title,
      lead: document.fromPriceLead ?? lead,
      submit: document.fromPriceSubmit ?? submit,
      thanksText: document.fromPriceThanks ?? thanksText,
    };
  }, [document, hasPrice]);
};

/** Of a complaint, which a customer who is signed in finds among their own (rule RIGHT-2). It is sent all the same without. */
const customerToken = () =>
  import('../chat/known-contact.ts').then(
    ({ knownToken }) => knownToken(),
    () => undefined,
  );

/** A page with a form (rule SITE-3): intro and form, then the thank-you screen (rule INQ-5). */
export const FormPage = ({ document: ofPage }: { document: FormDocument }) => {
  const { language } = useTexts();
  const [taken, setTaken] = useState<SubmittedForm>();
  const known = useAnswersFromPrice(ofPage);
  const document = useWording(ofPage, known);
  const { crumbs, title, lead, notesTitle, notes, labels, thanksText, person } = document;
  if (taken)
    return (
      <div className={`page-width ${styles.page}`}>
        <FormThanks
          document={document}
          taken={taken}
          heading="h1"
          toFront={
            <Link to={language === 'en' ? '/en' : '/'} className={buttonClass()}>
              {labels.toFront}
            </Link>
          }
        />
      </div>
    );
  return (
    <TextPage
      crumbs={crumbs}
      title={title}
      lead={lead}
      aside={
        <CompanyPart
          part="contact"
          notes={notesTitle ? { title: notesTitle, items: notes } : undefined}
          // What is said after sending, unless it depends on what is sent.
          next={thanksText.includes('{') ? undefined : thanksText}
          person={person}
        />
      }
    >
      <DeclaredForm
        document={document}
        language={language}
        renderLink={(to, text) => <Link to={to}>{text}</Link>}
        onSubmitted={setTaken}
        known={known}
        {...(document.kind === 'communication' && { customerToken })}
      />
    </TextPage>
  );
};

const FormTemplate = ({ data }: TemplateProps<FormDocument>) => <FormPage document={data} />;

export default FormTemplate;
