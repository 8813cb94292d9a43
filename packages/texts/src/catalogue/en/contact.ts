import type { Translation } from '../../translator.ts';
import type { contact as icelandic } from '../is/contact.ts';

/** General settings, and the popup that asks whether e-mail and phones are right. English. */
export const contact = {
  settings: {
    generalTitle: 'General settings',
    generalLead:
      'This is how we reach you. Keep your email and phone number up to date so that our messages reach you.',
    register: 'From the national register',
    registerCompany: 'From the company register',
    fullName: 'Name',
    ssn: 'National ID',
    address: 'Address',
    addressHelp: 'Your name and address come from the national register and are changed there.',
    moving: 'Are you moving?',
    movingRegister: 'Report your move on skra.is',
    movingText:
      'We receive your new address from Registers Iceland. Contents that are insured with us are insured at the new home from the first day, and in both places for 30 days. Within that time, tell us where you are moving and when, so that your new home stays insured.',
    movingSubject: 'Moving: new address and date',
    movingTell: 'Tell us about the move',
    addressHelpCompany:
      'The name and address come from the company register. Change them with Iceland Revenue and Customs.',
    contact: 'Email, phone and language',
    email: 'Email',
    mobilePhone: 'Mobile phone',
    homePhone: 'Home phone',
    companyPhone: 'Company phone',
    language: 'Language',
    languageHelp: 'Emails and documents are sent in this language.',
    'language.is': 'Icelandic',
    'language.en': 'English',
    save: 'Save',
    saving: 'Saving',
    saved: 'Your information has been updated.',
    saveFailed: 'Your information could not be updated.',
    loading: 'Loading settings',
    picture: 'Profile picture',
    pictureHelp: 'It is shown at the top of My pages and only you can see it. JPG or PNG, up to 10\u00a0MB.',
    pictureAdd: 'Choose a picture',
    pictureChange: 'Change the picture',
    pictureRemove: 'Remove the picture',
    pictureSaving: 'Saving the picture',
    pictureRemoving: 'Removing the picture',
    pictureSaved: 'Your profile picture has been saved.',
    pictureRemoved: 'Your profile picture has been removed.',
    pictureFailed: 'The picture could not be saved.',
    pictureRemoveFailed: 'The picture could not be removed.',
  },
  contactInfoPopup: {
    title: 'Are these details correct?',
    intro: 'We use them to tell you about claims, invoices and renewals. Correct them if needed.',
    confirm: 'Confirm',
    later: 'Not now',
    updateSuccess: 'Your information has been updated.',
    updateFailed: 'Your information could not be updated.',
    openAgain: 'Open again',
  },
} as const satisfies Translation<typeof icelandic>;
