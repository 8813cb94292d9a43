import { type Check, type Finding, isTest, lineAt, type Source } from './source.ts';

/** The folder whose writers store what other systems supply. */
const writers = /^apps\/api\/src\/core\/[^/]*writers?\.ts$/;

/**
 * Everything else that writes tables of facts, with the tables, by reason (rule CORE-14). Tests, benchmarks and the
 * generator of their customers are not listed.
 */
const others: Record<string, Record<string, readonly string[]>> = {
  'the customer’s own acts in the portal': {
    'apps/api/src/user/store.ts': ['customers'],
    'apps/api/src/contact/store.ts': ['customers'],
    'apps/api/src/communication/routes.ts': ['communicationChoices'],
    'apps/api/src/platform/own-changes.ts': ['ownChanges'],
    'apps/api/src/paymentdetails/store.ts': ['customers', 'instalments'],
    'apps/api/src/payments/store.ts': ['instalments'],
    'apps/api/src/payments/reserve.ts': ['instalments'],
    'apps/api/src/payments/charged.ts': ['instalments'],
    'apps/api/src/payments/ledger.ts': ['transactions'],
    'apps/api/src/claims/claim-store.ts': ['claims', 'claimEvents'],
    'apps/api/src/offers/store.ts': ['proposals'],
    'apps/api/src/documents/store.ts': ['documents'],
    'apps/api/src/signing/store.ts': ['documentsToSign'],
  },
  'jobs that tell the customer, or issue what the facts make due': {
    'apps/api/src/signing/notices.ts': ['documentsToSign'],
    'packages/database/src/documents/issue.ts': ['documents'],
  },
  'the file store, which counts what refers to a file': {
    'apps/api/src/platform/contents.ts': ['contents'],
    'apps/api/src/platform/content-references.ts': ['contents'],
    'apps/api/src/platform/contents-collection.ts': ['contents'],
  },
  'reference data of a new installation': {
    'packages/database/src/seed/reference.ts': [
      ...['products', 'productCovers', 'terms', 'tariffs', 'premiumPartTypes', 'itemFactTypes'],
    ],
  },
  'what the demo’s customers did in the portal': {
    'packages/database/src/seed/apply-acts.ts': ['customers', 'claims', 'documents'],
  },
  'deletion of what the demo’s customers have, before it is loaded again': {
    'packages/database/src/seed/reset.ts': [
      ...['customers', 'companyInvolvement', 'policies', 'instalments', 'transactions', 'claims'],
      ...['proposals', 'documents', 'documentsToSign', 'ownChanges'],
    ],
  },
  'erasure of a customer, and retention': {
    'apps/api/src/privacy/erasure-store.ts': ['customers', 'table'],
    'apps/api/src/platform/sweep.ts': ['table'],
  },
};

/** The generator of load for benchmarks. */
const generator = 'packages/database/src/seed/bulk/';

const write =
  /(?:\b(?:tx|db)\s*\.(?:insert|update|delete)\(\s*|\bputRows\(\s*\w+,\s*|\b(?:insert into|update|delete from) \$\{)(\w+)/gi;

/** What a file writes, each with its place in the text: symbols of tables, or `table` where a variable holds it. */
const writesIn = ({ text }: Source): Array<{ table: string; at: number }> =>
  [...text.matchAll(write)].map((match) => ({ table: match[1] ?? '', at: match.index }));

/** The tables in a list that a loop writes: `for (const table of [policyItems, …])`. */
const listedIn = ({ text }: Source): string[] =>
  [...text.matchAll(/const table of \[([\w\s,]+)\]/g)].flatMap((match) => (match[1] ?? '').split(/[\s,]+/));

const symbolOf = /^export const (\w+) = pgTable\(\s*'(\w+)'/gm;

/**
 * The tables that writers of facts write may be written by nothing else, except by what is listed above: otherwise a core
 * system's facts and what customers see would differ.
 */
export const oneWriter: Check = (sources) => {
  const names = new Map(
    sources
      .filter(({ path }) => path.startsWith('packages/database/src/schema/'))
      .flatMap(({ text }) => [...text.matchAll(symbolOf)].map((match) => [match[1] ?? '', match[2] ?? ''])),
  );
  const facts = new Set(
    sources
      .filter(({ path }) => writers.test(path))
      .flatMap((source) => [...writesIn(source).map(({ table }) => table), ...listedIn(source)])
      .filter((table) => names.has(table)),
  );
  /** Whether a file may write a table only if it is listed. */
  const isGuarded = (path: string, table: string) =>
    facts.has(table) || (table === 'table' && path.startsWith('apps/api/'));
  const allowed = Object.assign({}, ...Object.values(others)) as Record<string, readonly string[]>;
  const sqlNames = [...facts].map((table) => names.get(table)).join('|');
  const bare = new RegExp(`\\b(?:insert into|update|delete from) "?(?:${sqlNames})\\b`, 'gi');
  const findings: Finding[] = [];
  for (const source of sources) {
    const { path, text } = source;
    const isProduct = /^(?:apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(source);
    if (!isProduct || writers.test(path) || path.startsWith(generator)) continue;
    const written = [...writesIn(source), ...listedIn(source).map((table) => ({ table, at: 0 }))].filter(
      ({ table }) => isGuarded(path, table),
    );
    for (const { table, at } of written)
      if (!allowed[path]?.includes(table)) {
        const message = `writes ${table}: send it through the writer of facts, or say in scripts/checks/one-writer.ts why not`;
        findings.push({ path, line: lineAt(text, at), message });
      }
    for (const { index } of facts.size > 0 ? text.matchAll(bare) : [])
      findings.push({ path, line: lineAt(text, index), message: 'writes a table of facts by its bare name' });
    for (const table of allowed[path] ?? [])
      if (!written.some((one) => one.table === table))
        findings.push({
          path,
          message: `no longer writes ${table}; remove it from scripts/checks/one-writer.ts`,
        });
  }
  for (const path of Object.keys(allowed))
    if (!sources.some((source) => source.path === path))
      findings.push({ path, message: 'does not exist; remove it from scripts/checks/one-writer.ts' });
  return findings;
};
