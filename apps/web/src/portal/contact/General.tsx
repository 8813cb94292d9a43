import type { GeneralInfo } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { Button, DescriptionList, PageHead, SelectField } from '@hofn/ui';
import * as z from 'zod/mini';
import { Link, useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall, usePost, useRefetch, useRefetchUser } from '../../session/index.ts';
import { pathToWrite } from '../matters/about-message.ts';
import { ContactInputs, contactInputsOf } from './ContactInputs.tsx';
import { contactFields } from './contact-fields.ts';
import { ProfilePicture } from './ProfilePicture.tsx';

const schema = z.object({ ...contactFields, language: z.enum(['is', 'en']) });

/** Who records a new address, and who else has to hear of it (rule LIFE-47). */
const Moving = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <div>
        <h3>{t('settings|moving')}</h3>
        <p>{t('settings|movingText')}</p>
      </div>
      <p>
        <Link to="https://www.skra.is">{t('settings|movingRegister')}</Link>
      </p>
      <ForRole requires="Full" isSilent>
        <p>
          <Link to={pathToWrite(t.language, t('settings|movingSubject'))}>{t('settings|movingTell')}</Link>
        </p>
      </ForRole>
    </>
  );
};

const RegisteredInfo = ({ info }: { info: GeneralInfo }) => {
  const t = useTexts<'portal'>();
  const town = [info.postalCode, info.town].filter(Boolean).join(' ');
  return (
    <SettingsSection
      title={t(info.isCompany ? 'settings|registerCompany' : 'settings|register')}
      description={t(info.isCompany ? 'settings|addressHelpCompany' : 'settings|addressHelp')}
    >
      <DescriptionList
        items={[
          { term: t('settings|fullName'), value: info.fullName },
          { term: t('settings|ssn'), value: formatKennitala(info.ssn) },
          { term: t('settings|address'), value: [info.address, town].filter(Boolean).join(', ') },
        ]}
      />
      {!info.isCompany && <Moving />}
    </SettingsSection>
  );
};

const ContactForm = ({ info }: { info: GeneralInfo }) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: { ...contactInputsOf(info), language: info.language } });
  const { send, ...sending } = usePost('/api/user/v1/settings/generalinfo');
  const refresh = useRefetch();
  const refreshUser = useRefetchUser();
  useUnsaved(form.isDirty);
  const { error } = sending;
  useServerErrors(form.setServerErrors, error);
  return (
    <form
      noValidate
      onSubmit={form.submit(async (body) => {
        const saved = await send({ body });
        if (!saved) return;
        form.reset({ ...contactInputsOf(saved), language: saved.language });
        setNotification({ id: 'generalInfo', text: t('settings|saved') });
        refresh('/api/user/v1/settings/generalinfo');
        void refreshUser();
      })}
    >
      <FormErrors form={form} title={t('settings|saveFailed')} error={error} />
      <ContactInputs field={form.field} isCompany={info.isCompany} />
      <SelectField
        label={t('settings|language')}
        hint={t('settings|languageHelp')}
        {...form.field('language')}
        options={(['is', 'en'] as const).map((value) => ({ value, label: t(`settings|language.${value}`) }))}
      />
      <div>
        <Button type="submit" isLoading={sending.state === 'sending'} loadingLabel={t('settings|saving')}>
          {t('settings|save')}
        </Button>
      </div>
    </form>
  );
};

const ContactSummary = ({ info }: { info: GeneralInfo }) => {
  const t = useTexts<'portal'>();
  const { email, mobilePhone, homePhone } = contactInputsOf(info);
  return (
    <DescriptionList
      items={[
        { term: t('settings|email'), value: email },
        { term: t('settings|mobilePhone'), value: mobilePhone },
        { term: t(info.isCompany ? 'settings|companyPhone' : 'settings|homePhone'), value: homePhone },
        { term: t('settings|language'), value: t(`settings|language.${info.language}`) },
      ]}
    />
  );
};

/** The user's registered details, and how we contact them (rule PORT-10). */
export const General = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/settings/generalinfo', {});
  return (
    <>
      <PageHead title={t('settings|generalTitle')}>
        <p>{t('settings|generalLead')}</p>
      </PageHead>
      <CallScreen call={call} loading={t('settings|loading')} isEmpty={() => false} empty={null}>
        {(info) => (
          <>
            <SettingsSection title={t('settings|contact')}>
              <ForRole requires="Admin" readOnlyView={<ContactSummary info={info} />}>
                <ContactForm info={info} />
              </ForRole>
            </SettingsSection>
            <ProfilePicture />
            <RegisteredInfo info={info} />
          </>
        )}
      </CallScreen>
    </>
  );
};

export default General;
