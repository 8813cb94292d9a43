import { formatNumber } from '@hofn/texts/number.ts';
import {
  BankAccountField,
  Checkbox,
  CheckboxGroup,
  DateField,
  KennitalaField,
  MoneyField,
  PasswordField,
  PhoneField,
  RadioGroup,
  SearchField,
  SelectField,
  Switch,
  TextArea,
  TextField,
} from '@hofn/ui';
import { DayGrid } from '@hofn/ui/parts/DayGrid.tsx';
import { useState } from 'react';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';

/** Every kind of choice, with a hint and with an error. */
const ChoiceExamples = (props: SectionProps) => {
  const { w } = props;
  const c = w.choices;
  const [chosen, setChosen] = useState(['card']);
  return (
    <Part {...props} id="choices" of={['RadioGroup', 'CheckboxGroup', 'Checkbox', 'Switch']} hasColumns>
      <div className={styles.form}>
        <RadioGroup
          label={c.paymentMethod}
          name="paymentMethod"
          options={[
            { value: 'card', label: c.card, hint: c.cardHint },
            { value: 'account', label: c.account, hint: c.accountHint },
            { value: 'claim', label: c.claim },
          ]}
        />
        <RadioGroup
          label={c.cause}
          name="cause"
          hasColumns
          error={c.causeError}
          options={[
            { value: 'water', label: c.water },
            { value: 'theft', label: c.theft },
            { value: 'storm', label: c.storm },
            { value: 'other', label: c.other },
          ]}
        />
      </div>
      <div className={styles.form}>
        <CheckboxGroup
          label={w.parts.choices}
          name="covers"
          values={chosen}
          onChange={setChosen}
          options={[
            { value: 'card', label: c.card },
            { value: 'account', label: c.account },
            { value: 'claim', label: c.claim },
          ]}
        />
        <Checkbox label={c.receipt} defaultChecked />
        <Switch label={c.paperless} hint={c.paperlessHint} defaultChecked />
        <Switch label={c.reminders} />
      </div>
    </Part>
  );
};

/** Every kind of field: empty, filled in, with a hint, and with an error. */
const FieldExamples = (props: SectionProps) => {
  const { w, language } = props;
  const f = w.fields;
  const [day, setDay] = useState('2026-11-08');
  const [wrongDay, setWrongDay] = useState('2026-2-30');
  const subjects = Object.entries(f.subjects).map(([value, label]) => ({ value, label }));
  const counter = {
    most: 999,
    text: (used: number, most: number) =>
      f.counter(formatNumber(language, used), formatNumber(language, most)),
  };
  const parts = { bank: { label: f.bank }, ledger: { label: f.ledger }, account: { label: f.number } };
  return (
    <Part
      {...props}
      id="fields"
      of={[
        'TextField',
        'SearchField',
        'SelectField',
        'TextArea',
        'PasswordField',
        'KennitalaField',
        'PhoneField',
        'MoneyField',
        'BankAccountField',
        'DateField',
      ]}
      hasColumns
    >
      <div className={styles.form}>
        <TextField label={f.email} type="email" defaultValue="gudrun@example.is" autoComplete="off" />
        <PhoneField label={f.homePhone} optional={w.optional} autoComplete="off" />
        <PhoneField label={f.mobile} hint={f.mobileHint} defaultValue="861 2345" autoComplete="off" />
        <KennitalaField label={f.ssn} />
        <SelectField label={f.subject} options={subjects} defaultValue="claims" />
        <DateField label={f.lossDay} hint={f.lossDayHint} language={language} value={day} onChange={setDay} />
        <DayGrid
          language={language}
          value="2026-11-08"
          today="2026-11-22"
          max="2026-11-22"
          onChange={setDay}
        />
        <MoneyField label={f.value} language={language} unit={f.kr} />
        <BankAccountField
          label={f.account}
          bank={{ ...parts.bank, defaultValue: '0133' }}
          ledger={{ ...parts.ledger, defaultValue: '26' }}
          account={{ ...parts.account, defaultValue: '004410' }}
        />
        <PasswordField label={f.password} showLabel={f.showPassword} />
        <SearchField label={f.search} />
        <TextArea label={f.description} hint={f.descriptionHint} counter={counter} />
        <TextField label={f.locked} defaultValue="40017" disabled />
      </div>
      <div className={styles.form}>
        <KennitalaField label={f.ssn} defaultValue="120174-1420" error={f.ssnError} />
        <DateField
          label={f.lossDay}
          hint={f.lossDayHint}
          language={language}
          value={wrongDay}
          onChange={setWrongDay}
          error={f.lossDayError}
        />
        <MoneyField
          label={f.value}
          language={language}
          unit={f.kr}
          defaultValue="12,5"
          error={f.valueError}
        />
        <BankAccountField
          label={f.account}
          error={f.accountError}
          bank={{ ...parts.bank, defaultValue: '0133' }}
          ledger={{ ...parts.ledger, defaultValue: '26' }}
          account={{ ...parts.account, defaultValue: '441' }}
        />
        <TextArea
          label={f.description}
          error={f.descriptionError}
          counter={{ ...counter, most: 40 }}
          defaultValue={f.descriptionText}
        />
        <Checkbox label={w.choices.terms} error={w.choices.termsError} />
      </div>
    </Part>
  );
};

/** Fields and choices. */
export const Fields = (props: SectionProps) => (
  <>
    <FieldExamples {...props} />
    <ChoiceExamples {...props} />
  </>
);
