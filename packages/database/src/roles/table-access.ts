/** Services with a database role of their own. */
export const services = ['api', 'identity', 'chat', 'content', 'core'] as const;
export type Service = (typeof services)[number];

/** Name of a service's role. */
export const roleOf = (service: Service): string => `hofn_${service}`;

/**
 * What a service may do with a table, as in GRANT: `select`, `insert`, `update`, `delete`, each with the columns it is
 * limited to in brackets, or `(-column)` for all others.
 */
export type Access = string;

const own = 'select insert update delete';
/** Deletes old rows in portions, which locks them. */
const kept = own;
const counted = 'select insert update';
const everyone: Record<Service, Access> = {
  api: 'select',
  identity: 'select',
  chat: 'select',
  content: 'select',
  core: 'select',
};

/** Schemas of our tables. Those of all but `public` have the name of the schema before that of the table. */
export const schemas = ['public', 'insurance'] as const;

/** The tables with the services that use them. `npm run migrate` grants exactly this; a test fails until a new table has a line. */
export const tableAccess: Readonly<Record<string, Partial<Record<Service, Access>>>> = {
  absences: { api: own },
  access_grants: { api: own },
  acting_choices: { api: kept },
  // What is proposed is never changed: only the decision is written.
  approvals: {
    api: 'select insert update(state, decided_by, decided_by_name, decided_at, note, lapsed_because) delete',
  },
  // The chain is written by a trigger, with the owner's rights.
  audit_chain: { api: 'select' },
  audit_checkpoints: { api: 'select' },
  audit_events: { api: 'select insert', identity: 'insert', chat: 'insert' },
  audit_head: { api: 'select' },
  authorities: { api: 'select insert update' },
  call_counts: { api: kept, identity: counted, chat: counted },
  card_verifications: { api: kept },
  case_answers: { api: 'select insert update' },
  case_mails: { api: 'select insert update' },
  case_changes: { api: 'select insert update' },
  case_drafts: { api: own },
  case_events: { api: 'select insert' },
  case_mentions: { api: own },
  case_notes: { api: 'select insert' },
  case_presence: { api: own },
  cases: { api: own },
  change_requests: {
    api: 'select insert update(state, settled_at, outcome, awaits_customer, messages, apply_on, apply_problem, act, ask_again_at) delete',
  },
  chat_agents: { chat: own },
  chat_messages: { chat: 'select insert', api: 'select' },
  chat_transcripts: { chat: 'select insert', api: 'select update' },
  chats: { chat: own, api: 'select delete' },
  claim_acts: { api: own },
  claim_drafts: { api: own },
  claim_events: { api: 'select insert' },
  claim_messages: { api: 'select insert' },
  claim_notices: { api: own },
  claim_payments: { api: own },
  claims: { api: own },
  communication_choices: { api: own },
  complaints: { api: own },
  company_involvement: { api: own, chat: 'select' },
  content_audit: { content: 'select insert' },
  content_documents: { content: 'select insert update' },
  content_drafts: { content: own },
  content_masters: { content: 'select insert' },
  content_published: { content: 'select insert update' },
  content_releases: { content: 'select insert update' },
  content_versions: { content: 'select insert' },
  content_faults: { api: own },
  contents: { api: own },
  contents_leaving: { api: own },
  core_files: { api: own },
  core_import_errors: { api: own },
  core_import_lines: { api: own },
  core_import_parts: { api: own },
  core_imports: { api: own },
  core_records: { api: 'select insert update' },
  core_client_keys: { identity: 'select insert update' },
  core_clients: { identity: 'select insert update', api: 'select(id, source)' },
  // The relay of the API gives each event its place in the feed.
  core_events: { api: 'select insert update(seq) delete', chat: 'insert' },
  core_events_head: { api: 'select update' },
  core_webhook_deliveries: { api: own },
  core_webhook_secrets: { api: own },
  core_webhooks: { api: own },
  // The API deletes the sign-in of an erased customer, and archives when a password was set.
  credentials: { identity: 'select insert update', api: 'select(-password_hash) delete' },
  customers: {
    api: own,
    identity: 'select(id, ssn, full_name, email, mobile_phone, language, left_at)',
    // Beyond names: what an agent's conflicts of interest are derived from.
    chat: 'select(id, ssn, kind, full_name, spouse_ssn, family_number, postal_code, address)',
  },
  // Triggers of the owner insert the marks; the nightly run marks customers to try again.
  document_marks: { api: 'select insert delete' },
  document_progress: { api: 'select insert update' },
  document_wordings: { api: 'select insert' },
  documents: { api: own },
  documents_to_sign: { api: own },
  employee_passkeys: { identity: own },
  employee_roles: { identity: own, api: 'select', chat: 'select' },
  employees: {
    identity: 'select insert update',
    api: 'select(-password_hash)',
    chat: 'select(id, full_name, ssn, roles, active, sessions_ended_at)',
  },
  idempotency_keys: { api: kept },
  // A command encrypts them again, with another key.
  identity_keys: { identity: 'select insert update(material)' },
  instalments: { api: own },
  'insurance.accepted_changes': { core: own },
  'insurance.acts': { core: 'select insert' },
  'insurance.answers': { core: 'select insert update' },
  'insurance.calendar': { core: 'select insert update' },
  'insurance.claim_acts': { core: 'select insert' },
  'insurance.claims': { core: 'select insert update' },
  'insurance.connection': { core: 'select insert update' },
  'insurance.customers': { core: 'select insert update' },
  'insurance.documents_to_sign': { core: 'select insert update' },
  'insurance.events': { core: 'select insert delete' },
  'insurance.instalments': { core: 'select insert update' },
  'insurance.ledger_entries': { core: 'select insert' },
  'insurance.offers': { core: 'select insert update' },
  'insurance.outbox': { core: own },
  'insurance.outcomes': { core: own },
  // Whom the bank pays, and how much, never changes.
  'insurance.payments_out': {
    core: 'select insert update(state, tries, ordered_at, paid_on, fault, ask_at)',
  },
  'insurance.policies': { core: 'select insert update' },
  'insurance.policy_versions': { core: 'select insert' },
  'insurance.posting_groups': { core: 'select insert' },
  'insurance.postings': { core: 'select insert' },
  'insurance.premium_charges': { core: 'select insert' },
  'insurance.referral_switches': { core: 'select insert' },
  'insurance.requests': { core: own },
  // A trigger lets the approval be set once.
  'insurance.rule_editions': { core: 'select insert update(approver, approved_at)' },
  item_fact_types: { api: own },
  mails: { api: kept, identity: 'insert' },
  memos: { api: 'select insert' },
  oidc_records: { identity: own, api: 'select delete' },
  outbound_clicks: { api: kept },
  own_changes: { api: own },
  passkeys: { identity: own, api: 'select(-public_key, -counter) delete' },
  payments: { api: own },
  policies: { api: own },
  policy_covers: { api: own },
  policy_figures: { api: own },
  policy_items: { api: own },
  popups_put_off: { api: own },
  premium_part_types: { api: own },
  premium_parts: { api: own },
  prevention_subscribers: { api: own },
  price_offers: { api: kept },
  privacy_requests: { api: 'select insert update' },
  product_covers: { api: own },
  products: { api: own },
  proof_codes: { api: kept },
  proofs: { api: kept },
  proposals: { api: own },
  purchases: { api: own },
  // What was approved is never changed: only what the card service says of it.
  refunds: { api: 'select insert update(state, settled_at, reference, fault) delete' },
  schema_history: everyone,
  schema_migrations: everyone,
  sign_in_attempts: { identity: own },
  signed_documents: { api: 'select insert delete' },
  signing_transactions: { api: kept },
  staff_reads: { api: 'select insert' },
  // A trigger lets the end be set once.
  staff_views: { api: 'select insert update(ended_at)' },
  submissions: { api: own },
  tariffs: { api: own },
  terms: { api: own },
  text_block_uses: { api: 'select insert' },
  text_block_versions: { api: 'select insert' },
  text_blocks: { api: 'select insert update(name, version, retired_at)' },
  transactions: { api: own },
  travel_checks: { api: kept },
  upload_parts: { api: kept },
  uploads: { api: kept },
  visits: { api: own },
};

/**
 * Tables whose rows no service changes or deletes. Rows that have been kept long enough are deleted by a function of
 * the owner that checks their age (`functionAccess`), or with the customer or claim they belong to.
 */
export const appendOnlyTables: readonly string[] = [
  'audit_chain',
  'audit_checkpoints',
  'audit_events',
  'audit_head',
  'case_events',
  'case_notes',
  'claim_events',
  'content_audit',
  'content_versions',
  'insurance.acts',
  'insurance.claim_acts',
  'insurance.ledger_entries',
  'insurance.policy_versions',
  'insurance.posting_groups',
  'insurance.postings',
  'insurance.premium_charges',
  'insurance.referral_switches',
  'insurance.rule_editions',
  'staff_reads',
  'staff_views',
];

/** Sequences that services read, beside those of identity columns. */
export const sequenceAccess: Readonly<Record<string, readonly Service[]>> = {
  claim_numbers: ['api'],
  'insurance.policy_numbers': ['core'],
  policy_numbers: ['api'],
  complaint_numbers: ['api'],
  purchase_numbers: ['api'],
  submission_numbers: ['api'],
};

/** Functions that run with the owner's rights, which only these services may call. */
export const functionAccess: Readonly<Record<string, readonly Service[]>> = {
  'delete_old_staff_views(timestamptz, integer)': ['api'],
  'forget_audit_events(integer)': ['api'],
  'record_audit_checkpoint()': ['api'],
};

/** Services that send or run jobs, and so use the tables of the job queue. */
export const jobServices: readonly Service[] = ['api', 'identity', 'chat'];
