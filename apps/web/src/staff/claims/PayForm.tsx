import type { StaffClaim } from '@hofn/contracts';
import { kennitalaDigits, parseIsk } from '@hofn/domain';
import { bankAccountFault, parseBankAccount } from '@hofn/domain/bank-account.ts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { Alert, KennitalaField, MoneyField, RadioGroup, TextField } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ActForm } from './ActForm.tsx';
import { isAboveAuthority } from './authority.ts';
import { amount } from './fields.ts';
import type { ActFormProps } from './ReserveForm.tsx';

const payees = ['customer', 'other'] as const;

const isAccount = (typed: string): boolean => {
  const parsed = parseBankAccount(typed);
  return parsed.ok && bankAccountFault(parsed.account) === undefined;
};

const schemaOf = (left: number) =>
  z
    .object({
      to: z.enum(payees, { error: 'claimDesk|payeeMissing' }),
      recipient: z.string().check(z.trim()),
      ssn: z.string(),
      account: z.string().check(z.trim()),
      amount: z.pipe(
        amount(),
        z.number().check(
          z.refine((isk) => isk > 0, 'claimDesk|amountWrong'),
          z.refine((isk) => isk <= left, 'claimDesk|aboveLeft'),
        ),
      ),
    })
    .check(
      z.refine(({ to, recipient }) => to === 'customer' || recipient !== '', {
        path: ['recipient'],
        error: 'claimDesk|recipientMissing',
      }),
      z.refine(({ to, ssn }) => to === 'customer' || kennitalaDigits(ssn) !== undefined, {
        path: ['ssn'],
        error: 'claimDesk|ssnWrong',
      }),
      z.refine(({ to, account }) => to === 'customer' || isAccount(account), {
        path: ['account'],
        error: 'claimDesk|accountWrong',
      }),
    );

/** What is left to pay of the decision that stands, in whole ISK. */
export const leftToPay = ({ judgedBy }: StaffClaim): number =>
  judgedBy ? Math.max(0, judgedBy.decided - judgedBy.ordered) : 0;

/** Orders a payment of what has been decided: to the customer, or to somebody else such as a repair shop (rule DESK-9). */
export const PayForm = ({ claim, claimAction, onLeave }: ActFormProps) => {
  const t = useTexts<'staff'>();
  const left = leftToPay(claim);
  const initial = {
    ...{ to: claim.account ? 'customer' : 'other', recipient: '', ssn: '', account: '' },
    amount: formatNumber(t.language, left),
  };
  const form = useForm({ schema: schemaOf(left), initial, focusesField: true });
  const submit = form.submit(async ({ to, recipient, ssn, account, amount: isk }) => {
    const payment =
      to === 'customer'
        ? { to, amount: isk }
        : { to, recipient, recipientSsn: kennitalaDigits(ssn) ?? '', account, amount: isk };
    if (await claimAction.act(claim, { kind: 'claim.pay', payments: [payment] })) onLeave();
  });
  const isOther = form.value('to') === 'other';
  const { account } = claim;
  const total = (claim.judgedBy?.ordered ?? 0) + (parseIsk(form.value('amount')) ?? 0);
  return (
    <ActForm
      {...{ claimAction, onLeave }}
      kind="claim.pay"
      label={t('claimDesk|act.claim.pay')}
      submit={t('claimDesk|order')}
      isAbove={isOther || Boolean(account?.changedOn) || isAboveAuthority(claim, 'claim.pay', total)}
      onSubmit={submit}
    >
      <p>{t('claimDesk|leftToPay', { amount: formatMoney(t.language, left) })}</p>
      <RadioGroup
        label={t('claimDesk|payee')}
        {...form.field('to')}
        options={payees.map((value) => ({
          value,
          label:
            value === 'customer' && account
              ? t('claimDesk|payee.account', { account: account.account })
              : t(value === 'customer' ? 'claimDesk|payee.customer' : 'claimDesk|payee.somebody'),
        }))}
      />
      {!isOther && account?.changedOn && (
        <Alert kind="warning" title={t('claimDesk|accountChanged')}>
          {t('claimDesk|accountChangedText', { day: formatDate(t.language, account.changedOn) })}
        </Alert>
      )}
      {isOther && (
        <>
          <TextField label={t('claimDesk|recipient')} {...form.field('recipient')} />
          <KennitalaField label={t('claimDesk|recipientSsn')} {...form.field('ssn')} />
          <TextField
            label={t('claimDesk|account')}
            hint={t('claimDesk|accountHint')}
            inputMode="numeric"
            width="narrow"
            {...form.field('account')}
          />
        </>
      )}
      <MoneyField
        label={t('claimDesk|amount')}
        language={t.language}
        unit={t('claimDesk|isk')}
        {...form.field('amount')}
      />
    </ActForm>
  );
};
