import { formatKennitala, formatPhone, kennitalaDigits, parseIsk, parsePhone } from '@hofn/domain';
import {
  type ClaimField,
  type ClaimForm,
  type ClaimLine,
  claimLineOf,
  isFieldVisible,
  parseAccount,
} from '@hofn/domain/claim-form.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Card, Checkbox, DescriptionList, Row } from '@hofn/ui';
import { Link, useTexts } from '../engine/index.ts';
import styles from './ClaimForm.module.css';
import { fieldId } from './useClaimForm.ts';

/** An answer on the review step. */
export type ReviewItem = { term: string; value: string };

type Props = {
  line: ClaimLine;
  form: ClaimForm;
  /** Answers of the first step, other than the line. */
  firstStepItems: readonly ReviewItem[];
  files: readonly { name: string }[];
  isDeclared: boolean;
  onDeclaredChange: (isGiven: boolean) => void;
  error: string | undefined;
  onStep: (step: number) => void;
};

/** Last step: all answers with links back to their steps, and the declaration that they are true. */
export const Review = ({
  line,
  form,
  firstStepItems,
  files,
  isDeclared,
  onDeclaredChange,
  error,
  onStep,
}: Props) => {
  const t = useTexts<'claimForm'>();
  const money = (typed: string): string => {
    const isk = parseIsk(typed);
    return isk === undefined ? typed : formatMoney(t.language, isk);
  };
  const label = (name: string) => t.find(`claimField|${name}`) ?? name;
  const answer = (field: ClaimField): string => {
    const value = form.details[field.name] ?? '';
    if (value === '' || !isFieldVisible(field, form)) return '';
    if (field.type === 'choice') return t.find(`claimOption|${field.name}.${value}`) ?? value;
    if (field.type === 'day') return formatDate(t.language, value);
    if (field.type === 'ssn') return formatKennitala(kennitalaDigits(value) ?? value);
    return field.type === 'flag' ? t('global|yes') : value;
  };
  const sections = [
    {
      step: 1,
      title: t('claimForm|step1'),
      items: [{ term: label('line'), value: t(`claimLine|${line}`) }, ...firstStepItems],
    },
    {
      step: 2,
      title: t('claimForm|step2'),
      items: [
        {
          term: label('causes'),
          value: form.causes.flatMap((cause) => t.find(`claimCause|${line}.${cause}`) ?? []).join(', '),
        },
        { term: label('dateOfLoss'), value: form.dateOfLoss && formatDate(t.language, form.dateOfLoss) },
        { term: label('time'), value: form.time },
        { term: label('place'), value: form.place },
        { term: label('description'), value: form.description },
        { term: label('phone'), value: formatPhone(parsePhone(form.phone) ?? form.phone) },
        { term: label('email'), value: form.email },
      ],
    },
    {
      step: 3,
      title: t('claimForm|step3'),
      items: [
        ...claimLineOf(line).fields.map((field) => ({ term: label(field.name), value: answer(field) })),
        {
          term: label('items'),
          value: form.items
            .filter(({ item }) => item.trim() !== '')
            .map(({ item, year, price }) => [item, year, money(price)].filter(Boolean).join(', '))
            .join('\n'),
        },
        { term: label('estimatedAmount'), value: money(form.estimatedAmount) },
        { term: label('account'), value: parseAccount(form.account) ?? form.account },
        { term: label('files'), value: files.map(({ name }) => name).join('\n') },
      ],
    },
  ];
  return (
    <>
      {sections.map(({ step, title, items }) => (
        <Card as="section" key={step} gap="s">
          <Row justify="between">
            <h2 className={styles.title}>{title}</h2>
            <Button kind="text" size="small" icon="pen" onClick={() => onStep(step)}>
              {t('claimForm|review')}
              <span className="visually-hidden">: {title}</span>
            </Button>
          </Row>
          <DescriptionList
            items={items.map(({ term, value }) => ({
              term,
              value: value && <span className={styles.written}>{value}</span>,
            }))}
          />
        </Card>
      ))}
      <Checkbox
        id={fieldId('declaration')}
        label={t('claimField|declaration')}
        error={error}
        checked={isDeclared}
        onChange={({ target }) => onDeclaredChange(target.checked)}
      />
      <p className={styles.note}>
        {t('claimForm|privacy')}{' '}
        <Link to={pathOf('privacy', t.language)} isModal>
          {t('claimForm|privacyMore')}
        </Link>
        .
      </p>
    </>
  );
};
