import type { SignableDocument, SigningMethod } from '@hofn/contracts';
import { formatPhone } from '@hofn/domain';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import {
  Alert,
  Button,
  buttonClass,
  DescriptionList,
  EmptyState,
  KennitalaField,
  PageHeadParts,
  PhoneField,
  RadioGroup,
} from '@hofn/ui';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Link, navigate, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { save, useCall, useFileContent, usePost, useRefetch } from '../../session/index.ts';
import { PdfViewer } from '../documents/PdfViewer.tsx';
import styles from './Signing.module.css';
import { SigningDialog } from './SigningDialog.tsx';
import { type StartedSigning, startedSigningsIn } from './started-signings.ts';
import { aboutOf, SignableTag } from './WaitingDocuments.tsx';

const startedSignings = startedSigningsIn(() => sessionStorage);

type SignInput = { method: SigningMethod; mobilePhone: string; ssn: string };
const isGiven =
  (field: 'mobilePhone' | 'ssn', forMethod: SigningMethod) =>
  (input: SignInput): boolean =>
    input.method !== forMethod || input[field] !== '';
const inputSchema = z.object({
  method: z.enum(['mobile', 'app']),
  mobilePhone: z.string().check(z.trim()),
  ssn: z.string().check(z.trim()),
});
const schema = inputSchema.check(
  z.refine(isGiven('mobilePhone', 'mobile'), { error: 'global|requiredField', path: ['mobilePhone'] }),
);
const schemaWithSsn = schema.check(
  z.refine(isGiven('ssn', 'app'), { error: 'global|requiredField', path: ['ssn'] }),
);

/** Asks how to sign, and follows the signing until it ends. */
const SignForm = ({ document: { id, file, mobilePhone, asksWhoSigns } }: { document: SignableDocument }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const initial: SignInput = {
    method: 'mobile',
    mobilePhone: mobilePhone === null ? '' : formatPhone(mobilePhone),
    ssn: '',
  };
  const form = useForm({ schema: asksWhoSigns ? schemaWithSsn : schema, initial, focusesField: true });
  const method = form.value('method');
  const mobile = usePost('/api/document/v3/mobile/start');
  const app = usePost('/api/document/v3/app/start');
  const startCall = method === 'mobile' ? mobile : app;
  const [started, setStarted] = useState<StartedSigning>();
  // Resume a signing that began before the page was discarded.
  useEffect(() => setStarted(startedSignings.read(id, Date.now())), [id]);
  const busy = startCall.state === 'sending';
  useServerErrors(form.setServerErrors, startCall.error);
  const isUnsignable = startCall.error?.errorCode === 'documentUnsignable';
  // The document is not offered for signature any more, here or in the list.
  useEffect(() => {
    if (!isUnsignable) return;
    refresh('/api/document/v2/signable');
    refresh('/api/document/v2/signable/{id}');
  }, [isUnsignable, refresh]);

  const submit = form.submit(async (input) => {
    // Sign the version that was shown, even if the file has changed since.
    const signable = { documentId: id, shown: file.sha256 };
    const answer =
      method === 'mobile'
        ? await mobile.send({ body: { ...signable, mobilePhone: input.mobilePhone } })
        : await app.send({ body: asksWhoSigns ? { ...signable, ssn: input.ssn } : signable });
    if (!answer) return;
    const now = { ...answer, since: Date.now() };
    startedSignings.save(id, now);
    setStarted(now);
  });
  const stop = () => {
    startedSignings.remove(id);
    setStarted(undefined);
  };
  const finish = async () => {
    startedSignings.remove(id);
    setNotification({ id: 'signed', text: t('signing|done') });
    refresh('/api/document/v2/signable');
    refresh('/api/document/v1/signeddocuments');
    await navigate(pathOf('portal.toSign', t.language));
    // After leaving the page: a signed document is refused here.
    refresh('/api/document/v2/signable/{id}');
  };
  const fieldErrors = startCall.error?.errors ?? {};
  const isShownAtField = Object.keys(fieldErrors).some((field) => field === 'mobilePhone' || field === 'ssn');
  return (
    <section className={styles.sign}>
      <h2>{t('signing|sign')}</h2>
      <form onSubmit={submit} noValidate>
        <RadioGroup
          label={t('signing|how')}
          {...form.field('method')}
          options={[
            { value: 'mobile', label: t('signing|withPhone') },
            { value: 'app', label: t('signing|withApp') },
          ]}
        />
        {method === 'mobile' && <PhoneField label={t('signing|phone')} {...form.field('mobilePhone')} />}
        {method === 'app' && asksWhoSigns && (
          <KennitalaField label={t('signing|ssn')} hint={t('signing|ssnHint')} {...form.field('ssn')} />
        )}
        <div>
          <Button type="submit" isLoading={busy} loadingLabel={t('signing|starting')}>
            {t('signing|start')}
          </Button>
        </div>
      </form>
      {startCall.state === 'failed' && !isShownAtField && (
        <ErrorAlert title={t('signing|startFailed')} error={startCall.error} />
      )}
      {started && <SigningDialog started={started} onSigned={() => void finish()} onClose={stop} />}
    </section>
  );
};

const DocumentBody = ({ document }: { document: SignableDocument }) => {
  const t = useTexts<'portal'>();
  const { id, title, state, date, signBy, claim } = document;
  const file = useFileContent('/api/document/v2/signable/{id}/pdf', { params: { id } });
  const isOpened = file.state === 'ready';
  const day = (isoDay: string) => formatDate(t.language, isoDay);
  return (
    <>
      <PageHeadParts
        actions={
          <Button
            kind="secondary"
            icon="download"
            isLoading={file.state === 'loading'}
            loadingLabel={t('documents|preparing')}
            aria-disabled={!isOpened}
            onClick={() => file.data && save(file.data)}
          >
            {t('documents|download')}
          </Button>
        }
      >
        <SignableTag state={state} />
      </PageHeadParts>
      {state === 'expired' && (
        <Alert kind="warning" title={t('signing|expiredTitle')}>
          {t('signing|expiredText')}
        </Alert>
      )}
      {state === 'unsignable' && (
        <Alert kind="warning" title={t('signing|unsignableTitle')}>
          {t('signing|unsignableText')}
        </Alert>
      )}
      <div className={styles.facts}>
        <DescriptionList
          items={[
            { term: t(claim ? 'documents|claim' : 'documents|policy'), value: aboutOf(document) },
            { term: t('signing|issued'), value: day(date) },
            { term: t('signing|signBy'), value: state === 'unsignable' ? null : day(signBy) },
          ]}
        />
      </div>
      <PdfViewer file={file} title={title} />
      {state === 'waiting' && isOpened && (
        <ForRole requires="Full" act="sign">
          <SignForm document={document} />
        </ForRole>
      )}
    </>
  );
};

/** One document to sign: read in place, and signed (rules PORT-5 and PORT-18). */
export const SignDocument = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/document/v2/signable/{id}', { params: { id } });
  const list = { path: pathOf('portal.toSign', t.language), label: t('signing|back') };
  const refusal = call.error?.errorCode === 'documentAlreadySigned' && (
    <EmptyState
      title={t('signing|alreadySigned')}
      action={
        <Link to={list.path} className={buttonClass()}>
          {list.label}
        </Link>
      }
    >
      {t('signing|alreadySignedText')}
    </EmptyState>
  );
  return (
    <DetailScreen
      call={call}
      loading={t('signing|loading')}
      heading={t('signing|document')}
      back={list}
      notFound={{ title: t('signing|notFoundTitle'), text: t('signing|notFound') }}
      title={({ title }) => title}
      refusal={refusal || undefined}
    >
      {(data) => <DocumentBody document={data} />}
    </DetailScreen>
  );
};

const PortalSignDocumentTemplate = ({ location }: TemplateProps) => (
  <SignDocument id={location.params.id ?? ''} />
);

export default PortalSignDocumentTemplate;
