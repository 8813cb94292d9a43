import type { SignableDocument, SigningMethod } from '@hofn/contracts';
import { formatPhone } from '@hofn/domain';
import { errorText, formatDate } from '@hofn/texts';
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
import { type FormEvent, useEffect, useState } from 'react';
import { Link, navigate, useTexts } from '../../engine/index.ts';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { save, useCall, useFileContent, useRefresh, useSend } from '../../session/index.ts';
import { Viewer } from '../documents/Viewer.tsx';
import { type Begun, begunIn } from './begun-signing.ts';
import styles from './Signing.module.css';
import { SigningDialog } from './SigningDialog.tsx';
import { aboutOf, SignableTag } from './ToSign.tsx';

const signings = begunIn(() => sessionStorage);

/** Asks how the reader signs, and follows the signing until it is over. */
const SignForm = ({ document: { id, file, mobilePhone, asksWhoSigns } }: { document: SignableDocument }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefresh();
  const [method, setMethod] = useState<SigningMethod>('mobile');
  const [phone, setPhone] = useState(mobilePhone === null ? '' : formatPhone(mobilePhone));
  const [ssn, setSsn] = useState('');
  const [missing, setMissing] = useState(false);
  const mobile = useSend('/api/document/v3/mobile/start');
  const app = useSend('/api/document/v3/app/start');
  const starting = method === 'mobile' ? mobile : app;
  const [begun, setBegun] = useState<Begun>();
  // One that was begun before the page was thrown away goes on.
  useEffect(() => setBegun(signings.read(id, Date.now())), [id]);
  const busy = starting.state === 'sending';
  const asked = method === 'mobile' ? phone.trim() : ssn.trim();
  const asks = method === 'mobile' || asksWhoSigns;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissing(asks && asked === '');
    if (asks && asked === '') return;
    // What is signed is what was shown, also when it has changed since.
    const of = { documentId: id, shown: file.sha256 };
    const started =
      method === 'mobile'
        ? await mobile.send({ body: { ...of, mobilePhone: asked } })
        : await app.send({ body: asks ? { ...of, ssn: asked } : of });
    if (!started) return;
    const now = { ...started, since: Date.now() };
    signings.keep(id, now);
    setBegun(now);
  };
  const end = () => {
    signings.forget(id);
    setBegun(undefined);
  };
  const signed = async () => {
    signings.forget(id);
    setNotification({ id: 'signed', text: t('signing|done') });
    refresh('/api/document/v2/signable');
    refresh('/api/document/v1/signeddocuments');
    await navigate(pathOf('portal.toSign', t.language));
    // Once it is off the screen: asked for now, it would be refused.
    refresh('/api/document/v2/signable/{id}');
  };
  const faults = starting.error?.errors ?? {};
  const faultOf = (field: 'mobilePhone' | 'ssn'): string | undefined =>
    missing ? t('global|requiredField') : faults[field]?.join(' ');
  const told = Object.keys(faults).some((field) => field === 'mobilePhone' || field === 'ssn');
  return (
    <section className={styles.sign}>
      <h2>{t('signing|sign')}</h2>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <RadioGroup
          label={t('signing|how')}
          name="method"
          value={method}
          onChange={({ currentTarget }) => {
            setMethod(currentTarget.value === 'app' ? 'app' : 'mobile');
            setMissing(false);
          }}
          options={[
            { value: 'mobile', label: t('signing|withPhone') },
            { value: 'app', label: t('signing|withApp') },
          ]}
        />
        {method === 'mobile' && (
          <PhoneField
            label={t('signing|phone')}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
            error={faultOf('mobilePhone')}
          />
        )}
        {method === 'app' && asksWhoSigns && (
          <KennitalaField
            label={t('signing|ssn')}
            hint={t('signing|ssnHint')}
            value={ssn}
            onChange={({ target }) => setSsn(target.value)}
            error={faultOf('ssn')}
          />
        )}
        <div>
          <Button type="submit" loading={busy} loadingLabel={t('signing|starting')}>
            {t('signing|start')}
          </Button>
        </div>
      </form>
      {starting.state === 'failed' && !told && (
        <Alert kind="error" live title={t('signing|startFailed')}>
          {errorText(t, starting.error.errorCode)}
        </Alert>
      )}
      {begun && <SigningDialog begun={begun} onSigned={() => void signed()} onClose={end} />}
    </section>
  );
};

const Content = ({ document }: { document: SignableDocument }) => {
  const t = useTexts<'portal'>();
  const { id, title, state, date, signBy, claim } = document;
  const file = useFileContent('/api/document/v2/signable/{id}/pdf', { params: { id } });
  const opened = file.state === 'ready';
  const day = (given: string) => formatDate(t.language, given);
  return (
    <>
      <PageHeadParts
        actions={
          <Button
            kind="secondary"
            icon="download"
            loading={file.state === 'loading'}
            loadingLabel={t('documents|preparing')}
            aria-disabled={!opened}
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
      <div className={styles.facts}>
        <DescriptionList
          items={[
            { term: t(claim ? 'documents|claim' : 'documents|policy'), value: aboutOf(document) },
            { term: t('signing|issued'), value: day(date) },
            { term: t('signing|signBy'), value: day(signBy) },
          ]}
        />
      </div>
      <Viewer file={file} title={title} />
      {state === 'waiting' && opened && (
        <ForRole takes="Full">
          <SignForm document={document} />
        </ForRole>
      )}
    </>
  );
};

/** One document that waits for a signature: read in place, and signed (rules PORT-5 and PORT-18). */
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
      {(data) => <Content document={data} />}
    </DetailScreen>
  );
};
