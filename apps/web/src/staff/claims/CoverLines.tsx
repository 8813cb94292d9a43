import type { DecidedCover, StaffClaim } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Button, Card, Grid, MoneyField, SelectField, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { useForm } from '../../forms/useForm.ts';
import { Detail } from '../../parts/Detail.tsx';
import styles from './Claim.module.css';
import { amountNames, blankLine, type DecisionValues } from './lines.ts';

type Form = Pick<ReturnType<typeof useForm<DecisionValues, unknown>>, 'values' | 'set' | 'field'>;

/** The lines of a decision, one for each cover, with what each pays and what is left of its sum insured. */
export const CoverLines = ({
  form,
  claim,
  decided,
}: {
  form: Form;
  claim: StaffClaim;
  /** What the core says of the lines as they are now; undefined while it has not. */
  decided: readonly DecidedCover[] | undefined;
}) => {
  const t = useTexts<'staff'>();
  const { lines } = form.values;
  const covers = claim.judgedBy?.covers ?? [];
  const unused = covers.filter(({ id }) => !lines.some((line) => line.id === id));
  const money = (isk: number) => formatMoney(t.language, isk);
  const titleOf = (id: string) => covers.find((cover) => cover.id === id)?.title ?? id;
  return (
    <Stack as="fieldset" gap="m">
      <legend className={styles.legend}>{t('claimDesk|lines')}</legend>
      {lines.length === 0 && <p>{t('claimDesk|noLines')}</p>}
      {lines.map(({ id }, index) => {
        const left = covers.find((cover) => cover.id === id)?.left ?? null;
        const payable = decided?.find((line) => line.id === id)?.payable;
        return (
          <Card key={id} gap="m">
            <h3>{titleOf(id)}</h3>
            {left !== null && <Detail as="p">{t('claimDesk|leftOfSum', { amount: money(left) })}</Detail>}
            <Grid size="small" gap="m">
              {amountNames.map((name) => (
                <MoneyField
                  key={name}
                  label={t(`claimDesk|line.${name}`)}
                  {...(name !== 'loss' && { optional: t('global|optional') })}
                  language={t.language}
                  unit={t('claimDesk|isk')}
                  {...form.field(`lines.${index}.${name}`)}
                />
              ))}
            </Grid>
            <p>
              {t('claimDesk|payable')}{' '}
              <b className="figures">{payable === undefined ? '–' : money(payable)}</b>
            </p>
            <Button
              kind="text"
              size="small"
              icon="trash"
              onClick={() => form.set('lines', lines.toSpliced(index, 1))}
            >
              {t('claimDesk|removeLine', { cover: titleOf(id) })}
            </Button>
          </Card>
        );
      })}
      {unused.length > 0 && (
        <SelectField
          label={t('claimDesk|addLine')}
          value=""
          onChange={({ currentTarget }) => {
            const cover = unused.find(({ id }) => id === currentTarget.value);
            if (cover) form.set('lines', [...lines, blankLine(cover, t.language, lines.length === 0)]);
          }}
          options={[
            { value: '', label: t('claimDesk|chooseCover') },
            ...unused.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
    </Stack>
  );
};
