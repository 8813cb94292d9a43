import { formatPhone } from '@hofn/domain';
import { PhoneField, TextField } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { ContactFields } from './contact-fields.ts';

type Known = { [Name in keyof ContactFields]: string | null };

/** What is known of somebody as it stands in the fields. */
export const typedOf = ({ email, mobilePhone, homePhone }: Known): ContactFields => ({
  email: email ?? '',
  mobilePhone: formatPhone(mobilePhone ?? ''),
  homePhone: formatPhone(homePhone ?? ''),
});

type Tied = Omit<ComponentProps<typeof TextField>, 'label'>;

/** E-mail, mobile phone and home phone, of which the last may be left out. */
export const ContactInputs = ({ field }: { field: (name: keyof ContactFields) => Tied }) => {
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
