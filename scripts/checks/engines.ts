import { type Check, type Finding, isTest, lineAt } from './source.ts';

/**
 * Files whose SQL could behave differently on the embedded engine (single connection, own driver), and the test that runs
 * it on both engines. All other database tests run on one.
 */
const testOf: Record<string, string> = {
  'apps/api/src/absences/store.ts': 'apps/api/src/absences/absences.test.ts',
  'apps/api/src/authority/authority-store.ts': 'apps/api/src/authority/authorities.test.ts',
  'apps/api/src/audit/verify.ts': 'apps/api/src/audit/chain.test.ts',
  'apps/api/src/documents/make.ts': 'apps/api/src/documents/make.test.ts',
  'apps/api/src/platform/shared-counter.ts': 'apps/api/src/platform/shared-counter.test.ts',
  'apps/api/src/platform/sql.ts': 'apps/api/src/policies/store.test.ts',
  'apps/api/src/platform/uploads/quota-store.ts': 'apps/api/src/uploads/uploads.test.ts',
  'apps/api/src/privacy/archive-store.ts': 'apps/api/src/privacy/archive.test.ts',
  'apps/api/src/privacy/staff-routes.ts': 'apps/api/src/privacy/privacy.test.ts',
  'apps/api/src/privacy/store.ts': 'apps/api/src/privacy/privacy.test.ts',
  'apps/api/src/signing/call-store.ts': 'apps/api/src/signing/calls.test.ts',
  'apps/api/src/text-blocks/store.ts': 'apps/api/src/text-blocks/text-blocks.test.ts',
  'apps/api/src/views/store.ts': 'apps/api/src/views/views.test.ts',
  'apps/chat/src/store/transcripts.ts': 'apps/chat/src/chat.test.ts',
  'apps/content/src/editing/store/masters.ts': 'apps/content/src/http/editing.test.ts',
  'apps/core/src/acts/acts.ts': 'apps/core/src/acts/acts.test.ts',
  'apps/core/src/claim-acts/claim-acts.ts': 'apps/core/src/claim-acts/claim-acts.test.ts',
  'apps/core/src/store/claim-acts.ts': 'apps/core/src/claim-acts/by-rules.test.ts',
  'apps/core/src/ledger/read.ts': 'apps/core/src/ledger/read.test.ts',
  'apps/core/src/ledger/report.ts': 'apps/core/src/ledger/ledger.test.ts',
  'apps/identity/src/records.ts': 'apps/identity/src/records.test.ts',
};

/** Advisory locks, isolation levels, COPY, JSON built in SQL, and code that checks the engine. */
const engineSpecific =
  /pg_(?:try_)?advisory\w*|\b(?:json_agg|row_to_json|to_jsonb|jsonb_build_\w+)\(|isolationLevel|'copy |\.engine\b/i;

/**
 * Code whose SQL could behave differently on the two engines must be listed above, with a test that runs on both; the list
 * must have no superfluous rows. The database package's own tests all run on both.
 */
export const engines: Check = (sources) => {
  const findings: Finding[] = [];
  const found = new Set<string>();
  for (const source of sources) {
    const { path, text } = source;
    if (!/^apps\/.*\.ts$/.test(path) || isTest(source)) continue;
    const match = engineSpecific.exec(text);
    if (!match) continue;
    found.add(path);
    if (!testOf[path]) {
      const message = `${match[0]}: name the test that runs this on both engines in scripts/checks/engines.ts`;
      findings.push({ path, line: lineAt(text, match.index), message });
    }
  }
  for (const [path, test] of Object.entries(testOf)) {
    if (!found.has(path)) findings.push({ path, message: 'need not be listed in scripts/checks/engines.ts' });
    const text = sources.find((source) => source.path === test)?.text ?? '';
    if (!text.includes('describeEachEngine('))
      findings.push({ path: test, message: 'runs on one engine only; use describeEachEngine' });
  }
  return findings;
};
