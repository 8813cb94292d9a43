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

type Props = { field: (name: keyof ContactFields) => FieldProps; isCompany?: boolean };

/** E-mail, mobile phone and another phone (optional): a person's at home, a company's at work. */
export const ContactInputs = ({ field, isCompany = false }: Props) => {
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
        label={t(isCompany ? 'settings|companyPhone' : 'settings|homePhone')}
        optional={t('global|optional')}
        {...field('homePhone')}
        autoComplete={isCompany ? 'work tel-national' : 'home tel-national'}
      />
    </>
  );
};
