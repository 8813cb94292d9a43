import type { ComplaintAbout, ComplaintReceipt } from '@hofn/contracts';
import { complaintLimits } from '@hofn/domain/complaints.ts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Icon, PageHead, Row, SelectField, Stack, TextArea } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { useCall, usePost, useRefetch, useUser } from '../../session/index.ts';
import { aboutIn, choiceOf, otherValue } from './about-complaint.ts';

const schema = z.object({
  subjectId: z.string().check(z.minLength(1, 'complaint|aboutMissing')),
  text: z.string().check(
    z.refine((text) => text.trim() !== '', 'complaint|textMissing'),
    z.maxLength(complaintLimits.text, 'global|maxLength'),
  ),
  wishes: z.string().check(z.maxLength(complaintLimits.wishes, 'global|maxLength')),
});

/** The receipt: the reference, the last day, and who may not decide. */
const Sent = ({ receipt: { reference, dueOn } }: { receipt: ComplaintReceipt }) => {
  const t = useTexts<'portal'>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack as="section" width="form">
      <h2 ref={heading} tabIndex={-1}>
        <Icon name="done" /> {t('complaint|sentTitle')}
      </h2>
      <p>{t('complaint|sentReference', { reference })}</p>
      <p>{t('complaint|sentDue', { date: formatDate(t.language, dueOn) })}</p>
      <p>{t('complaint|sentWho')}</p>
      <Row>
        <Link to={pathOf('portal.matters', t.language)} className={buttonClass()}>
          {t('complaint|seeAll')}
        </Link>
        <Link to={pathOf('complaints', t.language)} className={buttonClass({ kind: 'text' })}>
          {t('complaint|ways')}
        </Link>
      </Row>
    </Stack>
  );
};

/** A complaint about the same matter waits for its answer. */
const OpenAlready = ({ reference }: { reference: string }) => {
  const t = useTexts<'portal'>();
  return (
    <Alert
      title={t('complaint|openTitle')}
      action={<Link to={pathOf('portal.matters', t.language)}>{t('complaint|openLink')}</Link>}
    >
      {t('complaint|openText', { reference })}
    </Alert>
  );
};

const ComplaintForm = ({ items, about }: { items: readonly ComplaintAbout[]; about: string }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const known = about === otherValue || items.some((item) => choiceOf(item) === about);
  const form = useForm({ schema, initial: { subjectId: known ? about : '', text: '', wishes: '' } });
  const { send, state, answer, error } = usePost('/api/complaint/v1/complaints');
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && state !== 'done');
  if (state === 'done') return <Sent receipt={answer} />;
  const chosen = items.find((item) => choiceOf(item) === form.value('subjectId'));
  const submit = form.submit(async ({ text, wishes }) => {
    await send({
      body: { subject: chosen?.subject ?? 'other', subjectId: chosen?.id ?? null, text, wishes },
    });
    refresh('/api/user/v1/matters');
  });
  const isOpen = error?.errorCode === 'complaintOpen';
  return (
    <Stack as="form" width="form" gap="l" onSubmit={submit} noValidate>
      <FormErrors form={form} />
      {isOpen && !chosen?.open && (
        <Alert kind="error" isLive title={t('complaint|openTitle')}>
          {error.errors.FORM?.[0]}
        </Alert>
      )}
      {state === 'failed' && !isOpen && <ErrorAlert title={t('complaint|sendFailed')} error={error} />}
      <SelectField
        label={t('complaint|about')}
        {...form.field('subjectId')}
        options={[
          { value: '', label: t('complaint|choose') },
          ...items.map((item) => ({
            value: choiceOf(item),
            label: t('complaint|option', {
              subject: t(`complaintSubject|${item.subject}`),
              title: item.title,
            }),
          })),
          { value: otherValue, label: t('complaint|other') },
        ]}
      />
      {chosen?.open ? (
        <OpenAlready reference={chosen.open} />
      ) : (
        <>
          <TextArea label={t('complaint|text')} rows={8} {...form.field('text')} />
          <TextArea label={t('complaint|wishes')} rows={3} {...form.field('wishes')} />
          <div>
            <Button
              type="submit"
              icon="send"
              isLoading={state === 'sending'}
              loadingLabel={t('complaint|sending')}
            >
              {t('complaint|send')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
};

/** A complaint about a claim, a request, a policy or anything else (rule RIGHT-2). */
export const ComplaintScreen = ({ location }: Pick<TemplateProps, 'location'>) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const other = subject === undefined || subject.via === 'self' ? undefined : subject.fullName;
  const call = useCall('/api/complaint/v1/options', { dropOnClose: true });
  const date = call.data && formatDate(t.language, call.data.answerBy);
  return (
    <>
      <PageHead title={t('complaint|title')}>
        {date && (
          <p>{other ? t('complaint|leadOf', { name: other, date }) : t('complaint|lead', { date })}</p>
        )}
        <p>
          <Link to={pathOf('complaints', t.language)}>{t('complaint|ways')}</Link>
        </p>
      </PageHead>
      <ForRole requires="Full" act="write">
        <CallScreen call={call} loading={t('complaint|loading')} empty={null} isEmpty={() => false}>
          {({ items }) => <ComplaintForm items={items} about={aboutIn(location)} />}
        </CallScreen>
      </ForRole>
    </>
  );
};

export default ComplaintScreen;
