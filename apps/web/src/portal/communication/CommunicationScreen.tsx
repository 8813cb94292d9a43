import type { Communication, CommunicationChoice } from '@hofn/contracts';
import { communicationChannels, communicationTopics } from '@hofn/domain/communication.ts';
import { Button, Checkbox, DescriptionList, PageHead } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall, usePost, useRefetch } from '../../session/index.ts';
import styles from './CommunicationScreen.module.css';
import { choicesOf, originOf } from './choices.ts';

const path = '/api/user/v1/settings/communication';

const schema = z.object({
  topics: z.record(z.enum(communicationTopics), z.record(z.enum(communicationChannels), z.boolean())),
  electronicDocuments: z.boolean(),
});

const CommunicationForm = ({ communication }: { communication: Communication }) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: choicesOf(communication) });
  const { send, ...sending } = usePost(path);
  const refresh = useRefetch();
  useUnsaved(form.isDirty);
  // When and how a choice was made is not said of one that is being changed.
  const hintOf = (choice: CommunicationChoice, isTicked: boolean | undefined) =>
    isTicked === choice.given ? originOf(t, choice) : undefined;
  return (
    <form
      noValidate
      onSubmit={form.submit(async (body) => {
        const saved = await send({ body });
        if (!saved) return;
        form.reset(choicesOf(saved));
        setNotification({ id: 'communication', text: t('communication|saved') });
        refresh(path);
      })}
    >
      <ErrorAlert title={t('communication|saveFailed')} error={sending.error} />
      {communicationTopics.map((topic) => (
        <fieldset key={topic} className={styles.topic}>
          <legend>{t(`communication|topic.${topic}`)}</legend>
          <p className={styles.about}>{t(`communication|about.${topic}`)}</p>
          <div className={styles.channels}>
            {communicationChannels.map((channel) => (
              <Checkbox
                key={channel}
                label={t(`communication|channel.${channel}`)}
                {...form.field(`topics.${topic}.${channel}`)}
                hint={hintOf(communication.topics[topic][channel], form.value(`topics.${topic}.${channel}`))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <fieldset className={styles.topic}>
        <legend>{t('communication|documents')}</legend>
        <p className={styles.about}>{t('communication|documentsHelp')}</p>
        <Checkbox
          label={t('communication|documentsOnly')}
          {...form.field('electronicDocuments')}
          hint={hintOf(communication.electronicDocuments, form.value('electronicDocuments'))}
        />
      </fieldset>
      <div>
        <Button type="submit" isLoading={sending.state === 'sending'} loadingLabel={t('settings|saving')}>
          {t('settings|save')}
        </Button>
      </div>
    </form>
  );
};

const CommunicationSummary = ({ communication }: { communication: Communication }) => {
  const t = useTexts<'portal'>();
  const describeChoice = (choice: CommunicationChoice) => {
    const origin = originOf(t, choice);
    return t(choice.given ? 'communication|yes' : 'communication|no') + (origin ? ` (${origin})` : '');
  };
  return (
    <DescriptionList
      items={[
        ...communicationTopics.flatMap((topic) =>
          communicationChannels.map((channel) => ({
            term: `${t(`communication|topic.${topic}`)}: ${t(`communication|channel.${channel}`)}`,
            value: describeChoice(communication.topics[topic][channel]),
          })),
        ),
        { term: t('communication|documents'), value: describeChoice(communication.electronicDocuments) },
      ]}
    />
  );
};

/** Communication preferences by topic and channel, with when and how each choice was made (rule PORT-21). */
export const CommunicationScreen = () => {
  const t = useTexts<'portal'>();
  const call = useCall(path, {});
  return (
    <>
      <PageHead title={t('communication|title')}>
        <p>{t('communication|lead')}</p>
      </PageHead>
      <CallScreen call={call} loading={t('settings|loading')} isEmpty={() => false} empty={null}>
        {(communication) => (
          <>
            <SettingsSection title={t('communication|topics')} description={t('communication|topicsHelp')}>
              <ForRole requires="Admin" readOnlyView={<CommunicationSummary communication={communication} />}>
                <CommunicationForm communication={communication} />
              </ForRole>
            </SettingsSection>
            <SettingsSection title={t('communication|legal')}>
              <p>{t('communication|legalHelp')}</p>
            </SettingsSection>
          </>
        )}
      </CallScreen>
    </>
  );
};

export default CommunicationScreen;
