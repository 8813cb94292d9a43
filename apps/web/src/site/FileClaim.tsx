import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Card, DelayedLoading, Section } from '@hofn/ui';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { hasDraft } from '../claims/visitor/draft-key.ts';
import type { ClaimLineDocument, FileClaimDocument, FileClaimLabels } from '../content/documents.ts';
import { importOnDemand } from '../engine/chunks.ts';
import { Link, navigate, useLocation, usePage, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { useLazyPart } from '../engine/use-lazy-part.ts';
import { visitStorage } from '../engine/visit-storage.ts';
import { List } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import { TextPage } from '../parts/Page.tsx';
import { Rich } from '../parts/Rich.tsx';
import { CompanyPart } from './CompanyPart.tsx';
import styles from './FileClaim.module.css';

// The form has its own hash, so that Back closes it, and a reload opens it again.
const formHash = '#tilkynning';

type FormProps = {
  line: ClaimLineDocument['line'];
  texts: FileClaimLabels;
  title: string;
  onLeave: () => void;
};

const loadForm = importOnDemand(() => import('../claims/visitor/VisitorForm.tsx'));

/** The form, loaded on demand, so that it costs readers nothing. */
const LateForm = ({ line, texts, title, onLeave }: FormProps) => {
  const { language } = useTexts();
  const load = useCallback(async () => (await loadForm()).openVisitorForm(language), [language]);
  const late = useLazyPart(load);
  const head = (below: ReactNode) => (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {below}
    </>
  );
  const waiting = (
    <DelayedLoading>
      <p>{texts.opening}</p>
    </DelayedLoading>
  );
  return (
    <div id={formHash.slice(1)} className={`page-width ${styles.page}`}>
      {late.state === 'failed'
        ? head(
            <>
              <Alert kind="error" isLive title={texts.failed} />
              <p>
                <Button onClick={late.retry}>{texts.again}</Button>
              </p>
            </>,
          )
        : (late.state === 'ready' && (
            <late.part line={line} title={title} waiting={waiting} onDropped={onLeave} />
          )) ||
          head(waiting)}
    </div>
  );
};

/** A link to the form, which works before hydration. */
const StartLink = ({ texts }: { texts: FileClaimLabels }) => {
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => setHasBegun(hasDraft(visitStorage())), []);
  return (
    <div id={formHash.slice(1)} className={styles.start}>
      <Link to={formHash} className={buttonClass()}>
        {hasBegun ? texts.goOn : texts.start}
      </Link>
      <noscript>
        <p>{texts.noScript}</p>
      </noscript>
    </div>
  );
};

const SignIn = ({ texts }: { texts: FileClaimLabels }) => {
  const { language } = useTexts();
  return (
    <Card as="section" heading="h2" title={texts.signInTitle} gap="s">
      <p>{texts.signInText}</p>
      <p>
        <Link to={pathOf('portal.fileClaim', language)}>{texts.signIn}</Link>
      </p>
    </Card>
  );
};

/** All lines of insurance, each with a page for filing its claims (rule SITE-1b). */
const FileClaim = ({ data: document }: TemplateProps<FileClaimDocument>) => (
  <TextPage
    crumbs={document.crumbs}
    title={document.title}
    lead={document.lead}
    aside={
      <>
        <SignIn texts={document} />
        <CompanyPart part="contact" />
      </>
    }
  >
    <Alert kind="warning" title={<Rich text={document.emergency} />} />
    <Section title={document.chooseLine}>
      <LinkList
        links={document.lines.map(({ name, lead, ...line }) => ({ ...line, title: name, note: lead }))}
      />
    </Section>
    <Section title={document.how}>
      <List items={document.steps} />
    </Section>
    {document.team && <CompanyPart part="people" document={document} />}
  </TextPage>
);

/** Files a claim on a line of insurance: what to have at hand, and the form. */
export const ClaimLine = ({ document }: { document: ClaimLineDocument }) => {
  const { labels, title } = document;
  const { hash } = useLocation();
  const { path } = usePage();
  // The server rendered the page without a hash, and hydration must match it.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  if (isHydrated && hash === formHash)
    return (
      <LateForm
        line={document.line}
        texts={labels}
        title={title}
        onLeave={() => void navigate(path, { replace: true })}
      />
    );
  return (
    <TextPage
      crumbs={document.crumbs}
      title={title}
      lead={document.lead}
      aside={
        <>
          <SignIn texts={labels} />
          <CompanyPart part="contact" person={document.person} />
        </>
      }
    >
      <Alert kind="warning" title={<Rich text={labels.emergency} />} />
      <Section title={labels.documents}>
        <p>{labels.documentsText}</p>
        <List items={document.documents} />
      </Section>
      <Section title={labels.how}>
        <List items={labels.steps} />
      </Section>
      <StartLink texts={labels} />
    </TextPage>
  );
};

export default FileClaim;
