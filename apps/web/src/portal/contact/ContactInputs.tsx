import { formatPhone } from '@hofn/domain';
import { PhoneField, TextField } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { ContactFields } from './contact-fields.ts';

type ContactInfo = { [Name in keyof ContactFields]: string | null };

/** Form input of registered contact details. */
export const contactInputsOf = ({ email, mobilePhone, homePhone }: ContactInfo): ContactFields => ({
  email: email ?? '',
  mobilePhone: formatPhone(mobilePhone ?? ''),
  homePhone: formatPhone(homePhone ?? ''),
});

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** E-mail, mobile phone and home phone (optional). */
export const ContactInputs = ({ field }: { field: (name: keyof ContactFields) => FieldProps }) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <TextField
        label={t('settings|email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
        {...field('email')}
      />
      <PhoneField label={t('settings|mobilePhone')} {...field('mobilePhone')} />
      <PhoneField
        label={t('settings|homePhone')}
        optional={t('global|optional')}
        {...field('homePhone')}
        autoComplete="home tel-national"
      />
    </>
  );
};
