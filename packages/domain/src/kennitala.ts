import { isDay } from './day.ts';

/** How a kennitala is checked; served to the forms in contentConfig. */
export type KennitalaSettings = {
  /** `strict` asks for the check digit (rule KT-2); ids given out since 18 February 2026 need not have one (KT-9). */
  checkDigit: 'strict' | 'off';
  /** Whether ids of the test set pass (rule KT-7). */
  allowTestIds: boolean;
  /** Ids that a register has: they pass although their check digit does not match (rule KT-9). */
  registered?: ReadonlySet<string>;
};

/**
 * Whose id it is. `temporary` starts with 8 or 9 and says nothing of its holder: neither person nor company, nor a
 * date of birth.
 */
export type KennitalaKind = 'person' | 'company' | 'temporary';

/**
 * Why an id is refused.
 * - `shape`: not ten digits with an optional dash after the sixth (KT-1)
 * - `century`: the last digit is none of 0, 9, 8 (KT-3)
 * - `date`: no such day, neither as a person's nor as a company's (KT-4, KT-5)
 * - `serial`: digits 7 and 8 of a person are below 20 and no test id's (KT-7)
 * - `testId`: of the test set, which is not allowed here (KT-7)
 * - `checkDigit`: the ninth digit does not match (KT-2); the only reason that a register may overrule (KT-9)
 */
export type KennitalaFault = 'shape' | 'century' | 'date' | 'serial' | 'testId' | 'checkDigit';

/** An id as it is stored, ten digits, or why it is none. */
export type ParsedKennitala =
  | { ok: true; ssn: string; kind: KennitalaKind }
  | { ok: false; reason: KennitalaFault };

const weights = [3, 2, 7, 6, 5, 4, 3, 2];
const centuries: Record<string, string> = { '0': '20', '9': '19', '8': '18' };

// Legal entities older than the system are dated the 29th to 31st of February 1969 (rule KT-9).
const datedBeforeTheSystem = new Set(['690269', '700269', '710269']);

const hasCheckDigit = (ssn: string): boolean => {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(ssn[index]), 0);
  return (11 - (sum % 11)) % 11 === Number(ssn[8]);
};

const refused = (reason: KennitalaFault): ParsedKennitala => ({ ok: false, reason });

/** Takes spaces out and, after the sixth digit, a dash of any length; undefined when what is left is not ten digits. */
const digitsOf = (text: string): string | undefined => {
  const parts = /^(\d{6})[-\u2010-\u2015\u2212]?(\d{4})$/.exec(text.replace(/\s/g, ''));
  return parts ? `${parts[1]}${parts[2]}` : undefined;
};

/** Reads a kennitala as someone types it (rules KT-1 to KT-7, KT-9, KT-10). */
export const parseKennitala = (text: string, settings: KennitalaSettings): ParsedKennitala => {
  const ssn = digitsOf(text);
  if (!ssn) return refused('shape');
  if (ssn.startsWith('8') || ssn.startsWith('9')) return { ok: true, ssn, kind: 'temporary' };

  const century = centuries[ssn.slice(9)];
  if (!century) return refused('century');
  const company = Number(ssn[0]) >= 4;
  const day = `${Number(ssn[0]) - (company ? 4 : 0)}${ssn[1]}`;
  const date = `${century}${ssn.slice(4, 6)}-${ssn.slice(2, 4)}-${day}`;
  const exempt = century === '19' && datedBeforeTheSystem.has(ssn.slice(0, 6));
  if (!exempt && !isDay(date)) return refused('date');

  if (!company) {
    const serial = Number(ssn.slice(6, 8));
    const testId = serial === 14 || serial === 15;
    if (serial < 20 && !testId) return refused('serial');
    if (testId && !settings.allowTestIds) return refused('testId');
  }
  if (settings.checkDigit === 'strict' && !hasCheckDigit(ssn) && !settings.registered?.has(ssn))
    return refused('checkDigit');
  return { ok: true, ssn, kind: company ? 'company' : 'person' };
};

/** Ids of one request that a register is asked for; the others need their check digit. */
const mostAsked = 20;

/**
 * The settings that the service checks a request with: those of the texts that nothing but the check digit keeps from being
 * a kennitala pass, if a register has them (rule KT-9).
 * @param inRegister whether the register has these ten digits
 */
export const withRegistered = async (
  texts: Iterable<string>,
  settings: KennitalaSettings,
  inRegister: (ssn: string) => Promise<boolean>,
): Promise<KennitalaSettings> => {
  const doubtful = new Set<string>();
  for (const text of texts) {
    const parsed = parseKennitala(text, settings);
    const ssn = !parsed.ok && parsed.reason === 'checkDigit' ? digitsOf(text) : undefined;
    if (ssn && doubtful.size < mostAsked) doubtful.add(ssn);
  }
  if (doubtful.size === 0) return settings;
  const answers = await Promise.all(
    Array.from(doubtful, async (ssn) => ((await inRegister(ssn)) ? [ssn] : [])),
  );
  return { ...settings, registered: new Set(answers.flat()) };
};

/** The day of birth that a person's id tells; undefined for a company's, a temporary one, and no id. */
export const birthDateOf = (ssn: string): string | undefined => {
  const parsed = parseKennitala(ssn, { checkDigit: 'off', allowTestIds: true });
  if (!parsed.ok || parsed.kind !== 'person') return undefined;
  return `${centuries[ssn.slice(9)]}${ssn.slice(4, 6)}-${ssn.slice(2, 4)}-${ssn.slice(0, 2)}`;
};

/** Ten digits as they are shown, 6+4 with a dash (rule KT-8); anything else comes back as it is. */
export const formatKennitala = (ssn: string): string =>
  /^\d{10}$/.test(ssn) ? `${ssn.slice(0, 6)}-${ssn.slice(6)}` : ssn;

// A UUID is looked at first, since four of its digits may follow six.
const identifier =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<!\d)(\d{6})[-\u2010-\u2015\u2212\s]?\d{4}(?!\d)/gi;

// Most texts have nothing like one in them, and to see that takes an eighth of the time.
const likely = /(?<!\d)\d{6}[-\u2010-\u2015\u2212\s]?\d{4}(?!\d)/;

/** A text with the last four digits of every kennitala in it hidden: `120174-****` (rule KT-10). */
export const maskKennitala = (text: string): string =>
  likely.test(text)
    ? text.replace(identifier, (found, date?: string) => (date ? `${date}-****` : found))
    : text;
