import {
  type CoreLedgerGroup,
  type CoreLedgerPage,
  type CoreLedgerPeriod,
  type CoreLedgerSummary,
  coreLedgerPage,
  coreLedgerSummary,
  longestLedgerPeriod,
  mostLedgerGroups,
} from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import type { Caller } from './caller.ts';
import { Broken, type Check, kept, must, mustAnswer, mustBeEqual, read } from './checks.ts';

type Parts = { ledger?: CoreLedgerPeriod; newId: () => string };
type Total = CoreLedgerSummary['total'];

/** Pages after which a core is not asked for another: it may never end. */
const mostPages = 10_000;
const fewGroups = 7;

const asks = (call: Caller, newId: () => string) => {
  const ask = (path: string, act: object, secret?: null) =>
    call({ kind: '', path, act, key: newId(), ...(secret === null && { secret }) });
  return {
    ask,
    summary: async (period: CoreLedgerPeriod) => read(await ask('ledger/summary', period), coreLedgerSummary),
    page: async (period: CoreLedgerPeriod, after: string | null, limit: number): Promise<CoreLedgerPage> =>
      read(await ask('ledger/postings', { ...period, after, limit }), coreLedgerPage),
  };
};
type Asks = ReturnType<typeof asks>;

/** All pages of a period. @throws Broken for a page that has too many, or a core that goes on for ever */
const readAll = async ({ page }: Asks, period: CoreLedgerPeriod, limit: number) => {
  const groups: CoreLedgerGroup[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const found: CoreLedgerPage = await page(period, after, limit);
    must(found.groups.length <= limit, () => `a page of ${limit} has ${found.groups.length} groups`);
    groups.push(...found.groups);
    after = found.next;
    must((after === null) === (found.total !== null), () => 'the last page, and no other, has the total');
    if (found.total !== null) return { groups, total: found.total };
  }
  throw new Broken(`there is another page after ${mostPages} of them`);
};

const debitOf = (groups: readonly CoreLedgerGroup[]): number =>
  groups.flatMap(({ postings }) => postings).reduce((sum, { amount }) => sum + Math.max(0, amount), 0);

const checkGroups = (groups: readonly CoreLedgerGroup[], { from, to }: CoreLedgerPeriod): void => {
  must(groups.length > 0, () => 'the period has no postings, so nothing is proved');
  const own = new Set<string>();
  let last = from;
  for (const { key, customer, day, postings } of groups) {
    const place = `${customer}/${key}`;
    must(!own.has(place), () => `${key} is there twice`);
    own.add(place);
    must(last <= day && day <= to, () => `${key} of ${day} comes after ${last}`);
    last = day;
    const sum = postings.reduce((all, { amount }) => all + amount, 0);
    must(sum === 0, () => `${key} adds up to ${sum} ISK instead of zero`);
  }
};

/** Amounts by account, as the summary has them. */
const byAccount = (groups: readonly CoreLedgerGroup[]) => {
  const sums = new Map<string, { debit: number; credit: number }>();
  for (const { account, amount } of groups.flatMap(({ postings }) => postings)) {
    const { debit, credit } = sums.get(account) ?? { debit: 0, credit: 0 };
    sums.set(account, { debit: debit + Math.max(0, amount), credit: credit + Math.max(0, -amount) });
  }
  return sums;
};

const checkSummary = (
  { accounts, total }: CoreLedgerSummary,
  { groups, total: ofPages }: { groups: readonly CoreLedgerGroup[]; total: Total },
): void => {
  const sums = byAccount(groups);
  mustBeEqual(
    accounts.map(({ account }) => account).toSorted(),
    [...sums.keys()].toSorted(),
    'summary and postings have other accounts',
  );
  for (const { account, debit, credit } of accounts)
    mustBeEqual({ debit, credit }, sums.get(account), `summary and postings differ for ${account}`);
  mustBeEqual(total, ofPages, 'the totals of summary and postings differ');
};

const refusals = ({ ask }: Asks, { from, to }: CoreLedgerPeriod): Array<[string, () => Promise<void>]> => {
  const named = async (path: string, body: object, field: string) => {
    const answer = await ask(path, body);
    mustAnswer(answer, 400);
    const names = Object.keys((answer.body as { errors?: object } | null)?.errors ?? {});
    must(names.includes(field), () => `names ${names.join(', ')} and not ${field}`);
  };
  return [
    [
      'an unsigned call is answered 401',
      async () => {
        mustAnswer(await ask('ledger/summary', { from, to }, null), 401);
        mustAnswer(await ask('ledger/postings', { from, to, after: null, limit: 1 }, null), 401);
      },
    ],
    [
      'a period that ends before it begins, or is longer than a month, is answered 400, and the field is named',
      async () => {
        for (const end of [addDays(from, -1), addDays(from, longestLedgerPeriod)]) {
          await named('ledger/summary', { from, to: end }, 'to');
          await named('ledger/postings', { from, to: end, after: null, limit: 1 }, 'to');
        }
      },
    ],
    [
      'a cursor that is none is answered 400, and the field is named',
      () => named('ledger/postings', { from, to, after: 'none', limit: 1 }, 'after'),
    ],
  ];
};

/** Tries whether a core keeps the port for reading the ledger; nothing is tried without a period. */
export const ledgerChecks = async (call: Caller, { ledger: period, newId }: Parts): Promise<Check[]> => {
  if (!period) return [];
  const calls = asks(call, newId);
  let all: Awaited<ReturnType<typeof readAll>> | undefined;
  const readOnce = (): NonNullable<typeof all> => {
    if (!all) throw new Broken('no postings were read to compare with');
    return all;
  };
  const checks: Array<[string, () => Promise<void>]> = [
    ...refusals(calls, period),
    [
      'every group adds up to zero, and is there once, by day',
      async () => {
        const found = await readAll(calls, period, mostLedgerGroups);
        checkGroups(found.groups, period);
        all = found;
      },
    ],
    [
      'the last page says what all of them add up to',
      async () => {
        const { groups, total } = readOnce();
        mustBeEqual({ groups: groups.length, debit: debitOf(groups) }, total, 'pages and total differ');
      },
    ],
    [
      'small pages have the same postings as large ones',
      async () => {
        const { groups } = await readAll(calls, period, fewGroups);
        mustBeEqual(groups, readOnce().groups, 'they differ');
      },
    ],
    [
      'the summary has the debits and credits of the postings by account',
      async () => checkSummary(await calls.summary(period), readOnce()),
    ],
  ];
  const found: Check[] = [];
  for (const [name, check] of checks) found.push(await kept(`ledger: ${name}`, check));
  return found;
};
