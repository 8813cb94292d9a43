/** An example of each call of the contract, and an API with the data that the examples need. For tests only. */
import { hash } from 'node:crypto';
import { type Call, formCallName } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { communicationTopics } from '@hofn/domain/communication.ts';
import { formKindNames } from '@hofn/domain/form-kinds.ts';
import { fillAbsence } from './absences/testing.ts';
import { fillAccess } from './access/testing.ts';
import { fillAuthority, freshSubjects, withExampleActs } from './authority/testing.ts';
import { fillClaims, filledForm } from './claims/testing.ts';
import { figures, fillCompany } from './company/testing.ts';
import { fillComplaint } from './complaints/testing.ts';
import { fillImports } from './core/import/testing/fill.ts';
import { fillSent } from './core/reads/testing.ts';
import { carPolicy, decemberInstalment, novemberEntry, ragnar } from './core/testing.ts';
import { coreBodies, examplePdf, fillCoreFiles } from './core/testing-bodies.ts';
import { filledForms, multipartOf } from './forms/testing.ts';
import { fillOffers } from './offers/testing.ts';
import { cardKey, fillVerification, signed, startCardService } from './paymentdetails/testing.ts';
import { fillSavedPrice, travelPrice } from './prices/testing.ts';
import { fillPrivacy } from './privacy/testing.ts';
import { fillMotor, fillProof } from './proofs/testing.ts';
import { fillPurchases } from './purchases/testing.ts';
import { fillOpenRequest, fillReferral, fillRequests } from './requests/testing.ts';
import { defaultSettings } from './settings.ts';
import { fillSigning, signedContent, waitingEid } from './signing/testing/fill.ts';
import { createIssuer, fillDatabase, fillDocuments, fillStaff, startApi, temporaryFiles } from './testing.ts';
import { fillTextBlocks } from './text-blocks/testing.ts';
import { fillPicture, picture } from './user/testing.ts';
import { deliveredEvent, fillWebhooks } from './webhooks/testing-fill.ts';
import { fillWorkItem } from './work-items/testing.ts';

/** Path parameters by call: rows of the first caller. */
export const own: Record<string, string> = {
  profilePicture: hash('sha256', picture),
  policy: 'p2',
  policyOptions: 'p2',
  revokeAccess: 'g1',
  returnAccess: 'g2',
  languageLookup: 'errorCode',
  document: 'd1',
  downloadDocument: 'd1',
  receipt: '1',
  proposal: 'o1',
  proposalIpid: 'o1',
  answerProposal: 'o1',
  purchase: 'kaup1',
  savePurchaseStep: 'kaup2',
  purchaseIpid: 'kaup1',
  buy: 'kaup1',
  giveUpPurchase: 'kaup2',
  claim: 'c1',
  claimMessages: 'c1',
  writeClaimMessage: 'c1',
  addClaimAttachment: 'c1',
  claimDraft: 'd1',
  saveClaimDraft: 'd1',
  dropClaimDraft: 'd2',
  addDraftAttachment: 'd3',
  upload: 'u1',
  uploadPart: 'u1',
  claimAttachment: 'u3',
  documentAttachment: 'u4',
  insuranceProofPdf: 'stadfesting1',
  sendInsuranceProof: 'stadfesting1',
  claimsHistoryPdf: 'vottord1',
  signable: 's1',
  signablePdf: 's1',
  signedPdf: 's4',
  removeUpload: 'u2',
  calendar: '2026',
  calendarDoor: '2026/1',
  offer: '7K2M-9QXD-4HVT',
  staffCase: 'k1',
  openCustomerPage: 'anna',
  cardPayment: 'anna/y1',
  proposeRefund: 'anna/y1',
  actOnCase: 'k1',
  caseFile: 'k1/files/u3',
  staffClaim: 'k1',
  previewClaimDecision: 'k1',
  actOnClaim: 'k1',
  caseDrafts: 'k1',
  saveCaseDraft: 'k1/drafts/answer',
  caseColleagues: 'k1',
  removeAbsence: 'fri1',
  previewDecision: 'k7',
  previewAnswer: 'k9',
  previewComplaint: 'k20',
  changeTextBlock: 'block1',
  retireTextBlock: 'block2',
  textBlockVersions: 'block1',
  confirmAuthority: 'heimild3',
  endAuthority: 'heimild2',
  approval: 'tillaga1',
  decideApproval: 'tillaga1',
  caseProof: 'k2',
  requestReceipt: 'r2',
  answerRequest: 'r1',
  retractRequest: 'r2',
  coreRequest: 'r1',
  settleCoreRequest: 'r1',
  answerCoreMessage: 'anna/messages/m1/answers/a1',
  answerCoreForm: 'f1/answers/a1',
  privacyCase: 'x1',
  decidePrivacyCase: 'x2',
  actOnEmployee: 'bjarki',
  putFile: hash('sha256', examplePdf),
  readCoreCustomer: 'anna',
  readCoreClaim: 'anna/claims/c1',
  readCoreMessage: 'anna/messages/m1',
  readCorePayment: 'anna/payments/y1',
  readCoreDocument: 'anna/documents/d1',
  readCoreDocumentPdf: 'anna/documents/d1',
  readCoreSignedDocument: 'anna/signed-documents/s4',
  readCoreSignedPdf: 'anna/signed-documents/s4',
  readCoreFile: 'u3',
  readCoreClaimNotice: 'n1',
  readCoreForm: 'f1',
  putCoreImportPart: 'i1/parts/1',
  startCoreImport: 'i2',
  readCoreImport: 'i2',
  readCoreImportErrors: 'i2',
  changeCoreWebhook: 'w1',
  removeCoreWebhook: 'w2',
  rotateCoreWebhookSecret: 'w1',
  replayCoreWebhook: 'w1',
  coreWebhookDeliveries: 'w1',
};
const trip = { policy: 't1', from: '2026-12-01', to: '2026-12-10' };
/** The address of a call's example. */
export const addressOf = (name: string, path: string) =>
  path.replace(/\{\w+\}(?:.*\{\w+\})?/, own[name] ?? 'nothing') + (queries[name] ?? '');
/** Query strings of the reads that need one. */
export const queries: Record<string, string> = {
  search: '?q=kasko',
  queue: '?search=anna',
  colleaguesOfCases: '?cases=k1',
  workloadSample: '?draw=a',
  ledger: '?from=2026-11-01&to=2026-11-30',
  find: '?q=anna',
  claimCovers: '?line=home',
  readCoreDigests: '?type=customers',
  verifyCard: '?verificationId=v1',
  checkPopup: '?popup=card',
  uploadPart: '?offset=0',
  mobileSigningStatus: '?transactionId=tm1',
  appSigningStatus: '?transactionId=ta1',
  travelCardPdf: '?policy=t1',
  insuranceProofs: '?policy=p1',
  travelConfirmation: `?${new URLSearchParams(trip)}`,
  travelConfirmationPdf: `?${new URLSearchParams(trip)}`,
};

const liabilityChange = {
  cover: 'liability',
  policyId: 'c1',
  effectiveOn: '2026-12-01',
  figures: { ...figures.liability, staff: 9 },
};
const contact = { email: 'anna@example.is', mobilePhone: '615 0001' };
const bjarki = {
  key: 'bjarki',
  username: 'bjarki',
  fullName: 'Bjarki Prófsson',
  email: 'bjarki@example.is',
  ssn: null,
  roles: ['claims'],
  given: [{ role: 'claims', lines: ['home'], from: '2026-11-01', to: null, by: 'Katrín' }],
  active: true,
  signIn: { password: false, passkeys: 1, federated: false },
  you: false,
};
/** Responses of the identity service, by method and path. */
const identityAnswers: Record<string, object> = {
  'GET employees': { items: [bjarki], mayAdd: true },
  'POST employees': bjarki,
  'POST employees/bjarki': bjarki,
  'GET sessions': { items: [] },
  'GET staff-sign-in': { federated: false, password: true },
  'GET passkeys': { mayAdd: true, items: [] },
  'POST passkeys/options': { challenge: 'c' },
  'POST passkeys': { id: 'k', name: 'Sími', createdAt: '2026-11-21T12:00:00.000Z', usedAt: null },
  'POST passkeys/nothing': {
    id: 'nothing',
    name: 'Sími',
    createdAt: '2026-11-21T12:00:00.000Z',
    usedAt: null,
  },
};
/** A PNG of one pixel, for calls that take an image. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Example bytes of the calls that take bytes of a kind. */
const exampleBytes: Record<string, Buffer<ArrayBuffer>> = { setProfilePicture: point, putFile: examplePdf };
/** Example bodies of the writes. */
export const bodies: Record<string, object> = {
  putCustomer: { version: 1, facts: ragnar },
  putPolicy: { version: 1, facts: { ...carPolicy, customer: '1402851489' } },
  putInstalment: { version: 1, facts: { ...decemberInstalment, customer: '1402851489', policy: null } },
  putLedgerEntry: {
    version: 1,
    facts: { ...novemberEntry, customer: '1402851489', policy: null, sequence: 900 },
  },
  startCoreImport: { parts: 1 },
  addCoreWebhook: { url: 'https://receiver.example/new' },
  changeCoreWebhook: { url: 'https://receiver.example/moved', types: null, active: true },
  rotateCoreWebhookSecret: {},
  replayCoreWebhook: { event: deliveredEvent },
  requestErasure: { confirmed: true },
  decidePrivacyCase: { act: 'approve' },
  accessName: { ssn: '201299-1449' },
  giveAccess: { ssn: '201299-1449', role: 'Readonly' },
  switchCustomer: { ssn: '1402851489' },
  ssnLookup: { ssn: '1402851489' },
  beginView: { ssn: '1402851489', reason: 'service' },
  endView: { ssn: '1402851489' },
  changePasswordToken: { currentPassword: 'fjara og fjall 7' },
  passkeyOptions: {},
  addPasskey: { name: 'Sími', credential: { id: 'k' } },
  renamePasskey: { name: 'Sími' },
  changeStaffPasswordToken: { currentPassword: 'fjara og fjall 7' },
  staffPasskeyOptions: {},
  addStaffPasskey: { name: 'Sími', credential: { id: 'k' } },
  renameStaffPasskey: { name: 'Sími' },
  sendPolicy: { policyId: 'p1' },
  writeMemo: { subject: 'Nýtt heimilisfang', text: 'Ég er flutt.' },
  sendTravelCard: { policy: 't1' },
  sendTravelConfirmation: trip,
  makeInsuranceProof: {
    ...{ policyId: 'p1', purpose: 'bank', recipient: 'Prófbankinn', language: 'is' },
    ...{ email: 'lan@banki.example', reference: 'Lán 0142-74' },
  },
  makeClaimsHistory: { language: 'is' },
  sendInsuranceProof: { email: 'lan@banki.example' },
  saveGeneralInfo: { ...contact, language: 'is' },
  saveCommunication: {
    topics: Object.fromEntries(
      communicationTopics.map((topic) => [topic, { email: true, sms: false, post: false }]),
    ),
    electronicDocuments: true,
  },
  readNotifications: { ids: null },
  saveBankInfo: { bank: '0133', ledger: '26', account: '004821' },
  initCard: { language: 'is', origin: 'http://localhost:8080' },
  registerCard: signed('v1'),
  removeCard: { method: 'claim' },
  savePaymentMethod: { method: 'claim' },
  addEmployee: {
    username: 'bjarki',
    fullName: 'Bjarki Prófsson',
    email: 'bjarki@example.is',
    ssn: null,
    given: [{ role: 'claims', lines: ['home'], from: '2026-11-01', to: null }],
  },
  actOnEmployee: { act: 'endSessions' },
  openCustomerPage: { reason: 'service' },
  savePopup: { popup: 'card', outcome: 'done' },
  savePopupInfo: { ...contact, type: 'contact-details-modal' },
  pay: { installmentIds: ['2'], amount: 12_510 },
  answerProposal: { answer: 'decline' },
  startPurchase: { reference: '7K2M-9QXD-4HVT' },
  savePurchaseStep: { step: 'documents', read: true },
  buy: { shown: 'x' },
  estimateUpdate: liabilityChange,
  requestUpdate: liabilityChange,
  countEvent: { kind: 'outbound', host: 'a.example', path: '/' },
  writeClaimMessage: { text: 'Já, hann er ökufær.' },
  addClaimAttachment: { name: 'bill.jpg', bytes: 10 },
  addDraftAttachment: { name: 'bill.jpg', bytes: 10 },
  startClaimDraft: { line: 'home', form: {}, step: 1 },
  saveClaimDraft: { line: 'home', form: filledForm, step: 4 },
  addMemoAttachment: { draft: 'm2', name: 'bill.jpg', bytes: 10 },
  addNoticeAttachment: { name: 'bill.jpg', bytes: 10 },
  fileNotice: {
    line: 'home',
    form: { ...filledForm, policy: '' },
    reporter: { name: 'Þóra Prófsdóttir', ssn: '1203751489' },
    files: [],
    declaration: true,
  },
  startSigning: { documentId: 's1', mobilePhone: '615 0002' },
  startMobileSigning: { documentId: 's1', mobilePhone: '615 0003' },
  startAppSigning: { documentId: 's1', ssn: '120375-1489' },
  finishMobileSigning: { transactionId: 'tm2' },
  finishAppSigning: { transactionId: 'ta2' },
  signatureCheck: { sha256: hash('sha256', signedContent) },
  fileClaim: { draft: 'd1', line: 'home', form: filledForm, declaration: true },
  addFormAttachment: { name: 'skirteini.pdf', bytes: 4 },
  confirmPrevention: { token: 'x' },
  actOnCase: { act: 'assign', version: 0 },
  actOnCases: { cases: [{ id: 'k1', version: 0 }], act: { act: 'assign' } },
  previewClaimDecision: { version: 1, covers: [], reasons: null },
  actOnClaim: { version: 1, act: { kind: 'claim.reserve', reserve: 100_000 } },
  previewAnswer: { text: 'Já, hún er tryggð.' },
  previewComplaint: { outcome: 'upheld', cause: 'service', letter: 'Við áttum að svara fyrr.' },
  sendComplaint: { subject: 'other', text: 'Enginn svaraði í síma.' },
  addTextBlock: { name: 'Ný', kind: null, is: 'Takk, {name}.', en: 'Thank you, {name}.' },
  changeTextBlock: { name: 'Móttekið', kind: 'memo', is: 'Takk.', en: 'Thank you.', version: 1 },
  retireTextBlock: { version: 1 },
  giveAuthority: {
    ...{ employee: 'una', act: 'claim.reserve', line: 'home', upTo: 2_000_000 },
    ...{ from: '2026-11-21', to: null },
  },
  endAuthority: { upTo: 100_000 },
  decideApproval: { decision: 'approve' },
  proposeRefund: { amount: 2_000_000_000, reason: 'Greitt tvisvar.' },
  addAbsence: { employee: 'una', from: '2026-12-01', to: '2026-12-04', deputy: 'katrin' },
  deskNews: { counts: 'always', open: { id: 'k1', isWriting: true } },
  saveCaseDraft: { changedAt: null, fields: { text: 'Sæl Anna.' } },
  previewDecision: { result: 'refused', texts: { is: 'Bíllinn er seldur.', en: 'The car has been sold.' } },
  previewPolicyRequest: { kind: 'cancel', policyId: 'p2' },
  previewPaymentPlan: { choice: { kind: 'parts', count: 3 }, due: 1 },
  requestPaymentPlan: { choice: { kind: 'parts', count: 3 }, due: 1, shown: 'x' },
  requestAboutPolicy: { kind: 'cancel', policyId: 'p2' },
  answerRequest: { text: 'Toyota Corolla.' },
  settleCoreRequest: { result: 'refused', texts: { is: 'Bíllinn er seldur.', en: 'The car has been sold.' } },
  answerCoreMessage: { author: 'Ragna Prófdóttir', text: 'Nýja heimilisfangið er skráð.' },
  answerCoreForm: { author: 'Ragna Prófdóttir', text: 'Tryggingin kostar 20.000 krónur á ári.' },
  price: travelPrice,
  keepOffer: travelPrice,
  ...coreBodies,
  ...Object.fromEntries(formKindNames.map((kind) => [formCallName(kind), filledForms[kind]])),
};
/** The example body of a call, empty for a call that takes none. */
export const bodyOf = (name: string, row: Call): RequestInit =>
  row.multipart
    ? { body: multipartOf(bodies[name] ?? {}) }
    : row.body
      ? { body: JSON.stringify(bodies[name] ?? {}), headers: { 'content-type': 'application/json' } }
      : row.bytes
        ? {
            body: exampleBytes[name] ?? 'abcd',
            headers: { 'content-type': 'application/octet-stream' },
          }
        : {};

/** Expected refusals: the calendar and the draw open in December, the subscription link is unknown, files are missing. */
export const expectedRefusals: Record<string, number> = {
  calendarDoor: 404,
  // No core is connected that could decide.
  ledger: 409,
  previewClaimDecision: 409,
  // Other days can be asked for what is due, to the króna.
  previewPaymentPlan: 409,
  requestPaymentPlan: 409,
  actOnClaim: 409,
  // More than was paid.
  proposeRefund: 400,
  // What was shown differs from what would be bought.
  buy: 409,
  formLottery: 400,
  confirmPrevention: 404,
  formDataGateway: 400,
};

/** An API over a filled database, whose partners accept everything. */
export const startFilledApi = async (database: Database) => {
  const files = temporaryFiles();
  const cards = await startCardService();
  await fillDatabase(database);
  await fillDocuments(database);
  await fillStaff(database);
  const issuer = await createIssuer();
  const api = await startApi(database, issuer, {
    settings: {
      ...defaultSettings(),
      RATE_READ: 10_000,
      RATE_COSTLY: 1000,
      RATE_FORM: 1000,
      RATE_WRITE: 1000,
      RATE_SIGN_IN: 1000,
      FORM_SUBMISSIONS: 1000,
      REQUESTS_SETTLED_BY_CORE: ['offer', 'inquiry'],
      CARD_SERVICE_URL: cards.url,
      CARD_SERVICE_KEY: cardKey,
    },
    cards: {
      charge: async ({ key }) => ({ state: 'charged', reference: key }),
      hold: async () => ({ state: 'held' }),
      settleHold: async () => ({ state: 'held' }),
      release: async () => ({ state: 'cancelled' }),
      settle: async (key) => ({ state: 'charged', reference: key }),
      refund: async ({ key }) => ({ state: 'refunded', reference: key }),
    },
    bankService: { accountStatus: async () => 'open' },
    files,
    features: withExampleActs(freshSubjects(), ['claim.decide']),
    eid: waitingEid,
    identity: {
      passwordRight: async () => ({
        state: 'given',
        token: 'right',
        expiresAt: '2026-11-21T12:10:00.000Z',
      }),
      call: async (_bearer, { path, method }, answer) => ({
        ok: true,
        answer: answer.parse(identityAnswers[`${method} ${path}`] ?? null),
      }),
    },
    register: { find: async () => 'found' },
    content: { document: async (type) => (type === 'faq' ? { groups: [] } : { places: [] }) },
  });
  return {
    issuer,
    api,
    files,
    /** Restores what the calls change or delete. */
    fill: async () => {
      await fillAccess(database);
      await fillClaims(database, files);
      await fillWorkItem(database);
      await fillComplaint(database);
      await fillAbsence(database);
      await fillTextBlocks(database);
      await fillAuthority(database);
      await fillCompany(database);
      await fillOffers(database);
      await fillRequests(database, files);
      await fillOpenRequest(database);
      await fillReferral(database, 'r2');
      await fillOpenRequest(database, 'b1', { customerId: 'birgir', id: 'r3', caseId: 'k7' });
      await fillSavedPrice(database);
      await fillPurchases(database);
      await fillSigning(database, files);
      await fillVerification(database);
      await fillPrivacy(database, files);
      await fillPicture(database, files);
      await fillMotor(database);
      await fillProof(database);
      await fillImports(database, files);
      await fillSent(database);
      await fillWebhooks(database);
      await fillCoreFiles(database);
    },
    /** The token of a new visit. */
    visit: async () => {
      const answer = await api.ask('/api/upload/v1/visits', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      return ((await answer.json()) as { right: string }).right;
    },
    stop: async () => {
      await api.stop();
      await cards.stop();
    },
  };
};
export type FilledApi = Awaited<ReturnType<typeof startFilledApi>>;
