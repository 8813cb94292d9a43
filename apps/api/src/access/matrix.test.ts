import type { Problem } from '@hofn/contracts';
import { accessGrants, actingChoices, type Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { apiCalls, createIssuer, fillDatabase, type Issuer, noon, startApi } from '../testing.ts';

/**
 * Who may make each call on a customer's data, written by hand so that every new call needs a decision: readers (`C`),
 * those who act (`F`) or manage (`A`) for the customer, only the customer (`S`), or the actor, for any subject (`I`);
 * some of these for persons (`p`) or companies (`c`) only.
 */
const table: Record<string, 'I' | 'C' | 'F' | 'A' | 'S' | 'Cp' | 'Cc' | 'Fc' | 'Sp'> = {
  accessGrants: 'C',
  accessName: 'A',
  giveAccess: 'A',
  revokeAccess: 'A',
  grantedAccessList: 'I',
  grantedAccess: 'I',
  returnAccess: 'I',
  companyInvolvement: 'I',
  views: 'C',
  matters: 'C',
  complaintOptions: 'F',
  sendComplaint: 'F',
  waiting: 'C',
  overviewStatus: 'Sp',
  requestOverview: 'Sp',
  downloadArchive: 'Sp',
  erasureStatus: 'Sp',
  requestErasure: 'Sp',
  userInfo: 'I',
  switchCustomer: 'I',
  profilePicture: 'I',
  setProfilePicture: 'S',
  removeProfilePicture: 'S',
  logout: 'I',
  changePasswordToken: 'S',
  sessions: 'S',
  endSession: 'S',
  passkeys: 'S',
  passkeyOptions: 'S',
  addPasskey: 'S',
  renamePasskey: 'S',
  removePasskey: 'S',
  generalInfo: 'C',
  saveGeneralInfo: 'A',
  communication: 'C',
  saveCommunication: 'A',
  notifications: 'S',
  readNotifications: 'S',
  popupInfo: 'S',
  savePopupInfo: 'S',
  bankInfo: 'S',
  saveBankInfo: 'S',
  cardInfo: 'S',
  initCard: 'S',
  verifyCard: 'S',
  registerCard: 'S',
  removeCard: 'S',
  paymentMethod: 'C',
  savePaymentMethod: 'F',
  checkPopup: 'S',
  savePopup: 'S',
  policies: 'C',
  policy: 'C',
  policyOptions: 'C',
  policyOverview: 'C',
  alsoInsured: 'Sp',
  policyBenefits: 'C',
  sendPolicyOverview: 'C',
  sendPolicy: 'C',
  transactions: 'C',
  sendTransactionOverview: 'C',
  documents: 'C',
  document: 'C',
  downloadDocument: 'C',
  addMemoAttachment: 'F',
  documentAttachment: 'C',
  writeMemo: 'F',
  travelCards: 'Cp',
  travelCardPdf: 'Cp',
  sendTravelCard: 'Cp',
  travelConfirmation: 'Cp',
  travelConfirmationPdf: 'Cp',
  sendTravelConfirmation: 'Cp',
  insuranceProofs: 'C',
  makeInsuranceProof: 'F',
  insuranceProofPdf: 'C',
  sendInsuranceProof: 'F',
  claimsHistories: 'C',
  makeClaimsHistory: 'F',
  claimsHistoryPdf: 'C',
  instalmentsOverview: 'C',
  paymentPeriods: 'C',
  paymentChoices: 'C',
  pay: 'F',
  receipt: 'C',
  search: 'C',
  claims: 'C',
  claim: 'C',
  sendClaimsOverview: 'C',
  claimCovers: 'C',
  claimMessages: 'C',
  writeClaimMessage: 'F',
  addClaimAttachment: 'F',
  claimAttachment: 'C',
  startClaimDraft: 'F',
  claimDraft: 'F',
  saveClaimDraft: 'F',
  dropClaimDraft: 'F',
  addDraftAttachment: 'F',
  fileClaim: 'F',
  upload: 'F',
  uploadPart: 'F',
  removeUpload: 'F',
  companyLiability: 'Cc',
  companyPersonal: 'Cc',
  companyTravel: 'Cc',
  estimateUpdate: 'Cc',
  requestUpdate: 'Fc',
  offersPending: 'C',
  proposal: 'C',
  proposalIpid: 'C',
  answerProposal: 'F',
  purchases: 'S',
  startPurchase: 'Sp',
  purchase: 'S',
  savePurchaseStep: 'Sp',
  purchaseIpid: 'S',
  buy: 'Sp',
  giveUpPurchase: 'Sp',
  previewPolicyRequest: 'F',
  previewPaymentPlan: 'F',
  requestPaymentPlan: 'F',
  requestAboutPolicy: 'F',
  requestReceipt: 'C',
  answerRequest: 'F',
  retractRequest: 'F',
  signables: 'C',
  signable: 'C',
  signablePdf: 'C',
  signedDocuments: 'C',
  signedPdf: 'C',
  startSigning: 'F',
  startMobileSigning: 'F',
  startAppSigning: 'F',
  mobileSigningStatus: 'F',
  appSigningStatus: 'F',
  finishMobileSigning: 'F',
  finishAppSigning: 'F',
};

const callers = ['self', 'Readonly', 'Full', 'Admin', 'ended'] as const;
type Caller = (typeof callers)[number];

/** The code that the guard refuses a caller with, if any. */
const refusedWith = (who: string, caller: Caller, subject: 'person' | 'company'): string | undefined => {
  if (who === 'I') return undefined;
  if (caller === 'ended') return 'accessEnded';
  if (who.startsWith('S') && caller !== 'self') return 'selfOnly';
  if (who.endsWith('p') && subject === 'company') return 'personsOnly';
  if (who.endsWith('c') && subject === 'person') return 'companiesOnly';
  if (who.startsWith('A') && (caller === 'Readonly' || caller === 'Full')) return 'adminAccess';
  return who.startsWith('F') && caller === 'Readonly' ? 'readonlyAccess' : undefined;
};

let database: Database;
let issuer: Issuer;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  issuer = await createIssuer();
  const often = 100_000;
  const rates = { RATE_READ: often, RATE_WRITE: often, RATE_COSTLY: often, RATE_FORM: often };
  api = await startApi(database, issuer, {
    settings: { ...defaultSettings(), ...rates, RATE_UPLOAD: often, RATE_SIGN_IN: often },
  });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

/** Path to something that does not exist: callers that the guard admits get 404 and change nothing. */
const nothing = (path: string) => path.replaceAll(/\{\w+\}/g, 'nothing');

/** Makes the caller act for a subject in this session; `ended` chose them while it was still allowed. */
const prepare = async (subjectId: string, caller: Caller) => {
  await database.db.delete(accessGrants);
  await database.db.delete(actingChoices);
  if (caller === 'self') return;
  const role = caller === 'ended' ? 'Admin' : caller;
  const end = caller === 'ended' ? { endedAt: noon, endedBy: subjectId, ended: 'revoked' as const } : {};
  await database.db.insert(accessGrants).values({
    customerId: subjectId,
    id: 'g',
    holderId: 'nyr',
    role,
    validFrom: '2026-11-01',
    validTo: '2027-10-31',
    givenAt: noon,
    givenBy: subjectId,
    ...end,
  });
  const choice = { actorId: 'nyr', session: 's1', subjectId, chosenAt: noon };
  await database.db.insert(actingChoices).values(choice);
};

test('ACC-1, ACC-5, ACC-6: every call, for the caller’s own account and with each role for a person and for a company', async () => {
  const calls = apiCalls.filter(([, { who }]) => who.kind === 'customer');
  expect(Object.keys(table).toSorted()).toEqual(calls.map(([name]) => name).toSorted());
  const subjects = [
    ['anna', 'person'],
    ['felag', 'company'],
  ] as const;
  for (const [subjectId, kind] of subjects) {
    for (const caller of callers) {
      const token = await issuer.token(caller === 'self' ? subjectId : 'nyr', { sid: 's1' });
      await prepare(subjectId, caller);
      for (const [name, row] of calls) {
        const answer = await api.ask(nothing(row.path), {
          method: row.method,
          token,
          ...(row.bytes && { body: 'a', headers: { 'content-type': 'application/octet-stream' } }),
        });
        const expected = refusedWith(table[name] ?? '', caller, kind);
        const what = `${name} by ${caller} over a ${kind}`;
        if (expected === undefined) {
          expect([401, 403], what).not.toContain(answer.status);
          await answer.arrayBuffer();
          // Signing out ends the choice.
          if (name === 'logout') await prepare(subjectId, caller);
        } else {
          expect([answer.status, ((await answer.json()) as Problem).errorCode], what).toEqual([
            403,
            expected,
          ]);
        }
      }
    }
  }
});
