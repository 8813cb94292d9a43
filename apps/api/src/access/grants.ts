import type {
  AccessGrant,
  AccessState,
  CompanyInvolvementKind,
  InvolvedCompany,
  ReceivedGrant,
} from '@hofn/contracts';
import { accessDays, addMonths, isDay, type KennitalaSettings, parseKennitala } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import type { FieldFault } from '../platform/fault.ts';
import type { GrantRow, Involvement, ReceivedGrantRow } from './store.ts';

type Period = Pick<GrantRow, 'validFrom' | 'validTo' | 'ended' | 'endedAt'>;

/** The day a grant was ended early; null when it ran out, even if it was closed later to make way for another. */
const endedOn = ({ endedAt, validTo }: Period): string | null => {
  const day = endedAt === null ? null : dayOfInstant(new Date(endedAt));
  return day !== null && day <= validTo ? day : null;
};

/** Whether a grant is valid on a day, and if not, why. */
const stateOf = (row: Period, today: string): AccessState => {
  if (row.ended !== null && endedOn(row) !== null) return row.ended;
  return row.validTo < today ? 'ended' : 'active';
};

const periodOf = (row: Period, today: string) => ({
  validFrom: row.validFrom,
  validTo: row.validTo,
  state: stateOf(row, today),
  endedOn: endedOn(row),
});

/** Grants that ended before this day are no longer listed. */
export const visibleSince = (today: string): string => addMonths(today, -24);

/** A grant as its giver sees it. */
export const grantOf = ({ id, ssn, name, role, ...row }: GrantRow, today: string): AccessGrant => ({
  id,
  ssn,
  name,
  role,
  ...periodOf(row, today),
});

/** A grant as the person it was given to sees it. */
export const receivedGrantOf = ({ kind, ...row }: ReceivedGrantRow, today: string): ReceivedGrant => {
  const { id, ssn, name, role, ...period } = grantOf(row, today);
  return { id, ssn, name, isCompany: kind === 'company', role, ...period };
};

const kinds: readonly CompanyInvolvementKind[] = ['procuration', 'owner', 'board', 'granted'];

/** The companies of a person, one row each however many ways they are involved; `rows` are sorted by name. */
export const companiesOf = (rows: readonly Involvement[]): InvolvedCompany[] =>
  [...Map.groupBy(rows, ({ ssn }) => ssn)].flatMap(([ssn, roles]) => {
    const [first] = roles;
    if (!first) return [];
    const involvements = new Set(roles.map(({ involvement }) => involvement));
    return [
      {
        ssn,
        name: first.name,
        involvement: kinds.filter((kind) => involvements.has(kind)),
        role: first.role,
      },
    ];
  });

/**
 * The kennitala of a person who may be given access, or why they may not. Whether they are registered with us is not
 * checked here.
 * @param own people who need no access: the subject and the actor
 */
export const granteeOf = (
  text: string,
  own: readonly string[],
  kennitala: KennitalaSettings,
): { ssn: string } | { fault: FieldFault } => {
  const fault = (reason: string) => ({ fault: { path: 'ssn', reason } });
  const parsed = parseKennitala(text, kennitala);
  if (!parsed.ok) return fault('invalidSsn');
  if (parsed.kind === 'company') return fault('notAPerson');
  return own.includes(parsed.ssn) ? fault('grantToSelf') : { ssn: parsed.ssn };
};

/** The last day of a grant given today (rule ACC-2), or why the requested day is not allowed. */
export const endOf = (
  requested: string | undefined,
  today: string,
): { validTo: string } | { fault: FieldFault } => {
  const { first, usual, last } = accessDays(today);
  const validTo = requested ?? usual;
  const fault = (reason: string) => ({ fault: { path: 'validTo', reason } });
  if (!isDay(validTo)) return fault('invalidDate');
  if (validTo < first) return fault('dateInPast');
  return validTo > last ? fault('grantTooLong') : { validTo };
};
