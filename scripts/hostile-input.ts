import { documentTypes } from '@hofn/content-types';
import { outboundEvent, uploadLimits, visitorMessage } from '@hofn/contracts';
import { isEmail, maskKennitala, parseIsk, parseKennitala, parsePhone } from '@hofn/domain';
import { splitAccount } from '@hofn/domain/bank-account.ts';
import { parseAccount } from '@hofn/domain/claim-form.ts';
import { reporterFaults } from '@hofn/domain/claim-reporter.ts';
import { dayFaults, joinDay, readDay } from '@hofn/domain/day-entry.ts';
import { cleanForm, formFaults } from '@hofn/domain/forms.ts';
import { formatKennitala } from '@hofn/domain/kennitala.ts';
import { firstNames, maskEmail } from '@hofn/domain/names.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { createLogger } from '@hofn/service';
import { readMultipart } from '@hofn/service/multipart.ts';
import { createIssuer, fixedClock } from '@hofn/service/testing.ts';
import { createTokenCheck } from '@hofn/service/tokens.ts';
import { languageOfPath } from '@hofn/texts';
import { foldForSearch } from '@hofn/texts/collation.ts';
import { z } from 'zod';
import { withoutNumbers } from '../apps/api/src/analytics/analytics.ts';
import { httpVerifications } from '../apps/api/src/paymentdetails/verifications.ts';
import { bearerOf } from '../apps/api/src/platform/caller.ts';
import { readCode } from '../apps/api/src/platform/codes.ts';
import { defineCursor } from '../apps/api/src/platform/cursor.ts';
import { rangeOf } from '../apps/api/src/platform/download.ts';
import { languageOf } from '../apps/api/src/platform/language.ts';
import { unreadableReason } from '../apps/api/src/platform/pdf/open.ts';
import { contentTypeOf } from '../apps/api/src/platform/uploads/content.ts';
import { harmOf } from '../apps/api/src/platform/uploads/harm.ts';
import { readCertificates, signatureOf } from '../apps/api/src/signing/cms.ts';
import { prepare } from '../apps/api/src/signing/pdf.ts';
import { isBlock } from '../apps/content/src/documents/rich-text.ts';
import { isSafeUrl } from '../apps/content/src/documents/values.ts';
import { createQueryExecutor } from '../apps/content/src/graphql/query.ts';
import { createSchema } from '../apps/content/src/graphql/schema.ts';
import { parseOrderings, parsePredicates } from '../apps/content/src/rest/predicates.ts';
import { isCommonPassword } from '../apps/identity/src/password/common.ts';
import { deviceOf } from '../apps/identity/src/security/devices.ts';
import { normalizeName } from '../apps/identity/src/sign-in/sign-in.ts';
import { plainTexts } from '../packages/service/src/plain-texts.ts';

/** A parser of external input with a hostile input; `input` creates one of about `size` characters. */
export type Hostile = {
  name: string;
  /** Maximum size that reaches the parser. */
  largest: number;
  input: (size: number) => unknown;
  parse: (input: never) => unknown;
};

/** Server limits (`@hofn/service`): body, and URL with headers. */
const body = 64 * 1024;
const header = 16 * 1024;
/** A signature with certificates from a partner. */
const partner = 256 * 1024;
const file = uploadLimits.bytes;
/** Our own documents, parsed again for signing. */
const ownDocument = 1024 * 1024;

/** A repeated piece between a prefix and a suffix. */
const repeat =
  (piece: string, before = '', after = '') =>
  (size: number): string =>
    before + piece.repeat(Math.ceil(Math.max(1, size - before.length - after.length) / piece.length)) + after;
const bytes =
  (...text: Parameters<typeof repeat>) =>
  (size: number): Buffer =>
    Buffer.from(repeat(...text)(size), 'latin1');

const rows = <Input>(
  name: string,
  largest: number,
  inputs: Array<(size: number) => Input>,
  parse: (input: Input) => unknown,
): Hostile[] =>
  inputs.map((input, index) => ({
    name: inputs.length > 1 ? `${name} ${index + 1}` : name,
    largest,
    input,
    parse: parse as Hostile['parse'],
  }));

/** Whatever a text field is filled with: one of these is the worst for most regular expressions. */
const texts = [
  repeat('1'),
  repeat('a'),
  repeat(' ', '1', 'x'),
  repeat('1', '', 'x'),
  repeat('1 ', '', 'x'),
  repeat('a.', '', ' '),
  repeat('-', '1', 'x'),
  repeat('\n', '', 'x'),
  repeat('\u0315\u0300', 'a'),
];
const rules = { checkDigit: 'strict', allowTestIds: false } as const;

const pdfs = [
  bytes('stream\n', '%PDF-1.7\n'),
  bytes('stream\r\n/JSx endstream ', '%PDF-1.7\n'),
  bytes('endstream', '%PDF-1.7\nstream\n'),
  bytes('/', '%PDF-1.7\n'),
  bytes('/a', '%PDF-1.7\n'),
  bytes('/#4a', '%PDF-1.7\n'),
];

/** A zip whose directory names as many files as it can. */
const zip = (size: number): Buffer => {
  const entry = Buffer.alloc(47, 'a');
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(1, 28);
  entry.writeUInt32LE(0, 30);
  const count = Math.min(65_535, Math.floor(size / 47));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(4, 16);
  return Buffer.concat([Buffer.from('PK\x03\x04'), ...Array.from({ length: count }, () => entry), end]);
};

const documents = [
  repeat('trailer<<', 'xref\n0 1\n', '\nstartxref 0 %%EOF'),
  repeat('>> ', 'xref\n0 1\ntrailer<<', '\nstartxref 0 %%EOF'),
  repeat(' ', 'xref\n', 'x\ntrailer<<>>startxref 0 %%EOF'),
  repeat('0 0\n', 'xref\n', '\ntrailer<<>>startxref 0 %%EOF'),
  repeat('startxref 1 %%EOF ', '', 'x'),
  repeat(' ', 'startxref', 'x'),
];

/** Sequences within sequences, each with its length. */
const nested = (size: number): Buffer => {
  const depth = Math.floor(size / 5);
  const levels = Array.from({ length: depth }, (_, level) => {
    const start = Buffer.from([0x30, 0x83, 0, 0, 0]);
    start.writeUIntBE((depth - level - 1) * 5, 2, 3);
    return start;
  });
  return Buffer.concat(levels);
};
/** A list of very many small numbers. */
const flat = (size: number): Buffer => {
  const start = Buffer.from([0x30, 0x83, 0, 0, 0]);
  const count = Math.floor((size - 5) / 3);
  start.writeUIntBE(count * 3, 2, 3);
  return Buffer.concat([start, Buffer.alloc(count * 3, Buffer.from([2, 1, 1]))]);
};

const boundary = '----x';
const multipart = (part: string) => (size: number) =>
  new Uint8Array(bytes(part, '', `--${boundary}--\r\n`)(size));
const fieldOf = (name: string, value = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const deep = (size: number): unknown => {
  let value: unknown = 'a';
  for (let depth = 0; depth < size / 6; depth += 1) value = { a: value };
  return value;
};
const wide = (size: number): unknown => Array.from({ length: size / 4 }, () => ({ a: '' }));

const cursor = defineCursor(z.tuple([z.string()]), ['']);
const silent = createLogger('hostile', 'info', { write: () => undefined });
const { keys } = await createIssuer();
const checkToken = createTokenCheck({
  keys,
  issuer: 'http://localhost:8081/',
  audience: 'x',
  clock: fixedClock(),
});
const store = { find: async () => [], count: async () => 0 } as unknown as Parameters<
  typeof createQueryExecutor
>[1];
const askGraph = createQueryExecutor(createSchema(documentTypes), store);
const view = {} as Parameters<typeof askGraph>[0];
const verifications = httpVerifications({ url: 'http://localhost/', key: 'x', timeoutMs: 1 } as never);

/** Wraps a parser that throws on invalid input. */
const ignoringErrors =
  <Input>(parse: (input: Input) => unknown) =>
  async (input: Input): Promise<void> => {
    try {
      await parse(input);
    } catch {
      // Expected.
    }
  };

const form = [
  { name: 'a', type: 'url' },
  { name: 'b', type: 'phone' },
  { name: 'c', type: 'money' },
] as unknown as Parameters<typeof formFaults>[0];

export const hostileInputs: readonly Hostile[] = [
  ...rows('type of a file', file, [...pdfs.slice(0, 1), zip], (input) => contentTypeOf(input)),
  ...rows('harm in a PDF', file, pdfs, (input) => harmOf(input, 'application/pdf')),
  ...rows('opening a PDF', ownDocument, pdfs, unreadableReason),
  ...rows(
    'PDF to be signed',
    ownDocument,
    documents,
    ignoringErrors((text) => prepare(Buffer.from(text), { id: 'a', reason: 'b', at: new Date(0) })),
  ),
  ...rows('signature', partner, [nested, flat], ignoringErrors(signatureOf)),
  ...rows(
    'certificates',
    partner,
    [repeat('-----BEGIN CERTIFICATE-----'), repeat('-----BEGIN CERTIFICATE-----A')],
    ignoringErrors(readCertificates),
  ),
  ...rows(
    'Range',
    header,
    [repeat('0', 'bytes=', 'x'), repeat('1', 'bytes=-')],
    ignoringErrors((text) => rangeOf(text, 100)),
  ),
  ...rows(
    'Accept-Language',
    header,
    [repeat(','), repeat('en;q=0.1,'), repeat(';'), repeat(' ', 'en;', 'q')],
    languageOf,
  ),
  ...rows('Authorization', header, [repeat('=', 'Bearer a', '!'), repeat('a', 'Bearer ', '!')], bearerOf),
  ...rows(
    'access token',
    header,
    [repeat('.'), repeat('a', 'eyJhbGciOiJSUzI1NiJ9.', '.a')],
    ignoringErrors(checkToken),
  ),
  ...rows('User-Agent', header, [repeat('Edg'), repeat('Samsung')], deviceOf),
  ...rows(
    'cursor',
    header,
    [repeat('.'), repeat('a')],
    ignoringErrors((text) => cursor.read(text, 'list')),
  ),
  ...rows('code of a confirmation', header, texts, readCode),
  ...rows('path of a page', header, [repeat('/a'), repeat('/', '/en')], languageOfPath),
  ...rows('JSON body', body, [deep, wide], plainTexts),
  ...rows(
    'multipart body',
    body,
    [fieldOf('a'), fieldOf('a', '\r\n'.repeat(50)), `--${boundary}\r\n`, '-', '\r\n'].map(multipart),
    (input) => readMultipart(input, `multipart/form-data; boundary=${boundary}`),
  ),
  // A string of more than 128 kB has memory of its own, whose allocation takes longer than all the rest.
  ...rows(
    'line of the log',
    body - 1024,
    [...texts, repeat('eyJ'), repeat('eyJa.'), repeat('00000000-')],
    (text) => silent.info({ text }, 'x'),
  ),
  ...rows('kennitala', body, texts, (text) => [parseKennitala(text, rules), formatKennitala(text)]),
  ...rows(
    'kennitala in a text',
    body,
    [...texts, repeat('00000000-0000-'), repeat('123456 ')],
    maskKennitala,
  ),
  ...rows(
    'e-mail address',
    body,
    [...texts, repeat('a.', 'a@'), repeat('a-', 'a@'), repeat('a', 'a@a.')],
    isEmail,
  ),
  // Shorter than the limit of an address, where the pattern itself is at work.
  ...rows(
    'short e-mail address',
    254,
    [repeat('a.', 'a@', '!'), repeat('a-', 'a@', '!'), repeat('a', 'a@', '!')],
    isEmail,
  ),
  ...rows('masked e-mail address', 254, [repeat('a'), repeat('@')], maskEmail),
  ...rows('phone number', body, texts, parsePhone),
  ...rows('amount', body, [...texts, repeat('.111', '1', 'x')], parseIsk),
  ...rows('registration number', body, texts, parsePlate),
  ...rows('bank account', body, texts, (text) => [parseAccount(text), splitAccount(text)]),
  ...rows('day', body, texts, (text) => [
    readDay(text),
    dayFaults(text),
    joinDay({ day: text, month: text, year: text }),
  ]),
  ...rows('who reports a claim', body, texts, (text) =>
    reporterFaults({ name: text, ssn: text, policyNumber: text }, rules),
  ),
  ...rows(
    'answers of a form',
    body,
    [...texts, repeat('a.', 'http://', ' '), repeat('.', 'http://a', ' ')],
    (text) => {
      const values = { a: text, b: text, c: text };
      const settings = { today: '2026-11-21', kennitala: rules } as never;
      return [formFaults(form, values, settings), cleanForm(form, values, settings)];
    },
  ),
  ...rows('name of a person', body, texts, firstNames),
  ...rows('search words', body, texts, (text) => foldForSearch(text).split(/\s+/)),
  ...rows('followed link', body, [repeat('a.', 'a', '!'), repeat('-', 'a')], (host) =>
    outboundEvent.safeParse({ kind: 'outbound', host, path: `/${host}` }),
  ),
  ...rows('path of a followed link', body, texts, withoutNumbers),
  ...rows('callback of a card', body, texts, (text) => verifications.read('id', text, text)),
  ...rows('word of a chat', body, texts, (text) =>
    visitorMessage.safeParse({ type: 'say', key: text, text }),
  ),
  ...rows('name at the sign-in', body, texts, (text) => [
    normalizeName('customer', text),
    normalizeName('employee', text),
  ]),
  ...rows('password', body, [...texts, repeat('1', 'x', 'x')], isCommonPassword),
  ...rows(
    'predicates of a search',
    header,
    [repeat('['), repeat(' ', '[', 'x'), repeat('\\', '[[at(a,"'), repeat('[at(a,1)]', '[')],
    ignoringErrors((text) => parsePredicates([text])),
  ),
  ...rows(
    'orderings of a search',
    header,
    [repeat('['), repeat('a,'), repeat(' ', 'a', 'x')],
    ignoringErrors(parseOrderings),
  ),
  ...rows(
    'GraphQL query',
    header,
    [
      repeat('{a'),
      repeat('a ', '{', '}'),
      repeat('...a ', '{', '}fragment a on Query{a}'),
      repeat('#'),
      repeat('"'),
    ],
    (query) => askGraph(view, { query }),
  ),
  ...rows('link in rich text', body, [repeat(' ', 'https://'), repeat('/')], isSafeUrl),
  ...rows('rich text', body, texts, (text) =>
    isBlock({ type: 'paragraph', text, spans: [{ type: 'strong', start: 0, end: text.length + 1 }] }),
  ),
];
