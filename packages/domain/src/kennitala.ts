import { isDay } from './day.ts';
import { cleanIdentifier } from './typed-text.ts';

/** Settings of the kennitala check, served to clients by `contentConfig`. */
export type KennitalaSettings = {
  /**
   * `strict` requires the check digit (rule KT-2); kennitalas issued since 18 February 2026 may not have one (KT-9).
   */
  checkDigit: 'strict' | 'off';
  /** Whether kennitalas of the test set pass (rule KT-7). */
  allowTestIds: boolean;
  /** Registered kennitalas, which pass although their check digit does not match (rule KT-9). */
  registered?: ReadonlySet<string>;
};

/**
 * `temporary` starts with 8 or 9 and says nothing about its holder: neither person or company, nor date of birth.
 */
export type KennitalaKind = 'person' | 'company' | 'temporary';

/**
 * Why a kennitala is refused.
 * - `shape`: not ten digits with an optional dash after the sixth (KT-1)
 * - `century`: the last digit is not 0, 8 or 9 (KT-3)
 * - `date`: not an existing day, neither for a person nor for a company (KT-4, KT-5)
 * - `serial`: digits 7 and 8 of a person are below 20, and not those of the test set (KT-7)
 * - `testId`: of the test set, which is not allowed here (KT-7)
 * - `checkDigit`: the ninth digit does not match (KT-2); the only fault a register may overrule (KT-9)
 */
export type KennitalaFault = 'shape' | 'century' | 'date' | 'serial' | 'testId' | 'checkDigit';

/** A kennitala as stored, ten digits, or why it was refused. */
export type ParsedKennitala =
  | { ok: true; ssn: string; kind: KennitalaKind }
  | { ok: false; reason: KennitalaFault };

const label = /^(?:kt|kennitala)\s*[.:]*\s*(?=\d)/i;
const weights = [3, 2, 7, 6, 5, 4, 3, 2];
const centuries: Record<string, string> = { '0': '20', '9': '19', '8': '18' };

// Legal entities older than the system are dated 29 to 31 February 1969 (rule KT-9).
const datedBeforeTheSystem = new Set(['690269', '700269', '710269']);

const hasCheckDigit = (ssn: string): boolean => {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(ssn[index]), 0);
  return (11 - (sum % 11)) % 11 === Number(ssn[8]);
};

const refused = (reason: KennitalaFault): ParsedKennitala => ({ ok: false, reason });

/**
 * The digits of a typed or pasted kennitala: spaces, invisible characters, a dash of any length after the sixth digit and
 * the label «kt.» are ignored (rules KT-10 and HOLD-24); undefined if the rest is not ten digits.
 */
export const kennitalaDigits = (text: string): string | undefined => {
  const typed = cleanIdentifier(text).replace(label, '').replaceAll(' ', '');
  const parts = /^(\d{6})-?(\d{4})$/.exec(typed);
  return parts ? `${parts[1]}${parts[2]}` : undefined;
};

/** Parses a typed kennitala (rules KT-1 to KT-7, KT-9, KT-10). */
export const parseKennitala = (text: string, settings: KennitalaSettings): ParsedKennitala => {
  const ssn = kennitalaDigits(text);
  if (!ssn) return refused('shape');
  if (ssn.startsWith('8') || ssn.startsWith('9')) return { ok: true, ssn, kind: 'temporary' };

  const century = centuries[ssn.slice(9)];
  if (!century) return refused('century');
  const isCompany = Number(ssn[0]) >= 4;
  const day = `${Number(ssn[0]) - (isCompany ? 4 : 0)}${ssn[1]}`;
  const date = `${century}${ssn.slice(4, 6)}-${ssn.slice(2, 4)}-${day}`;
  const isExempt = century === '19' && datedBeforeTheSystem.has(ssn.slice(0, 6));
  if (!isExempt && !isDay(date)) return refused('date');

  if (!isCompany) {
    const serial = Number(ssn.slice(6, 8));
    const isTestId = serial === 14 || serial === 15;
    if (serial < 20 && !isTestId) return refused('serial');
    if (isTestId && !settings.allowTestIds) return refused('testId');
  }
  if (settings.checkDigit === 'strict' && !hasCheckDigit(ssn) && !settings.registered?.has(ssn))
    return refused('checkDigit');
  return { ok: true, ssn, kind: isCompany ? 'company' : 'person' };
};

/** Maximum number of register look-ups per request; any further kennitalas need a valid check digit. */
const maxLookups = 20;

/**
 * Settings for validating one request on the server: texts whose only fault is the check digit pass if the register has
 * them (rule KT-9).
 * @param inRegister looks up ten digits in the register
 */
export const withRegisteredKennitalas = async (
  texts: Iterable<string>,
  settings: KennitalaSettings,
  inRegister: (ssn: string) => Promise<boolean>,
): Promise<KennitalaSettings> => {
  const doubtful = new Set<string>();
  for (const text of texts) {
    const parsed = parseKennitala(text, settings);
    const ssn = !parsed.ok && parsed.reason === 'checkDigit' ? kennitalaDigits(text) : undefined;
    if (ssn && doubtful.size < maxLookups) doubtful.add(ssn);
  }
  if (doubtful.size === 0) return settings;
  const answers = await Promise.all(
    Array.from(doubtful, async (ssn) => ((await inRegister(ssn)) ? [ssn] : [])),
  );
  return { ...settings, registered: new Set(answers.flat()) };
};

/** Date of birth of a person; undefined for companies, temporary ids and invalid kennitalas. */
export const birthDateOf = (ssn: string): string | undefined => {
  const parsed = parseKennitala(ssn, { checkDigit: 'off', allowTestIds: true });
  if (!parsed.ok || parsed.kind !== 'person') return undefined;
  return `${centuries[ssn.slice(9)]}${ssn.slice(4, 6)}-${ssn.slice(2, 4)}-${ssn.slice(0, 2)}`;
};

/** Formats ten digits as 6+4 with a dash (rule KT-8); returns anything else unchanged. */
export const formatKennitala = (ssn: string): string =>
  /^\d{10}$/.test(ssn) ? `${ssn.slice(0, 6)}-${ssn.slice(6)}` : ssn;

// UUIDs are matched first, because they may contain six digits followed by four.
const identifier =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<!\d)(\d{6})[-\u2010-\u2015\u2212\s]?\d{4}(?!\d)/gi;

// Most texts contain no candidate; this test takes an eighth of the time of the full pattern.
const likely = /(?<!\d)\d{6}[-\u2010-\u2015\u2212\s]?\d{4}(?!\d)/;

/** Masks the last four digits of every kennitala in a text: `120174-****` (rule KT-10). */
export const maskKennitala = (text: string): string =>
  likely.test(text)
    ? text.replace(identifier, (match, date?: string) => (date ? `${date}-****` : match))
    : text;
