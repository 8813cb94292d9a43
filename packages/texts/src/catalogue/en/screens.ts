import type { Translation } from '../../translator.ts';
import type { screens as icelandic } from '../is/screens.ts';

/** What search in the portal knows about its screens: names of tasks, and words that people type. */
export const screens: Translation<typeof icelandic> = {
  screens: {
    claimWords:
      'claim accident loss collision stolen theft burglary bike bicycle phone car windscreen water leak ice fire report',
    cancel: 'Cancel or change a policy',
    cancelWords: 'cancel cancellation terminate end stop change cover add suspend withdraw',
    cancelAbout: 'Open the policy in the overview',
    claimsHistory: 'Claims-history statement',
    claimsHistoryWords: 'claims history record statement bonus no claims previous insurer',
    claimsWords: 'claim status compensation',
    paymentsWords: 'invoice bill pay debt due date receipt payments premium',
    transactionsWords: 'receipt entries account refund invoice',
    documentsWords: 'invoice bill receipt certificate annual statement confirmation pdf document',
    messagesWords: 'write send enquiry inquiry question letter reply answer ask',
    toSignWords: 'sign signature',
    travelWords: 'travel trip abroad visa card holiday',
    offersWords: 'offer quote price buy',
    benefitsWords: 'discount loyalty benefits',
    helpWords: 'roadside tyre tire puncture flat battery tow workshop questions help call',
    generalWords: 'email phone address picture name change new move moving moved',
    methodWords: 'payment method card credit debit bank account number direct debit claim',
    communicationWords: 'email newsletter marketing consent',
    passwordWords: 'password forgotten',
    securityWords: 'sign-in devices passkey sign out',
    accessWords: 'power of attorney mandate permission access family spouse accountant grant proxy',
    privacyWords: 'privacy my data delete copy',
  },
};
