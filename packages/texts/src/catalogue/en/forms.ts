import type { Translation } from '../../translator.ts';
import type { forms as icelandic } from '../is/forms.ts';

export const forms: Translation<typeof icelandic> = {
  formSubject: {
    business: 'Your request for a business quote',
    okuvisir: 'Your Ökuvísir registration',
    childinsurance: 'Your child insurance application',
    forvarnarsignup: 'Confirm your subscription',
    forvarnarsignout: 'You are no longer on the list',
    appointmentRequest: 'Your appointment request',
    lottery: 'You are in the Christmas draw',
    other: 'We have received your request',
    safetyproduct: 'We have received your suggestion',
    conferencesignup: 'Your conference registration',
    salespromotion: 'Höfn winter offer',
    opportunity: 'Your request for a price or a call',
    opportunityV2: 'Your request for a quote',
    communication: 'We have received your message',
    inquiry: 'We have received your enquiry',
    salesforceCase: 'We have received your documents',
    dataGateway: 'We have received your data',
  },
  formBody: {
    business:
      'We have received your request for a quote. A business adviser will be in touch within two working days.',
    okuvisir:
      'We have received your car’s registration with Ökuvísir. We will send you a link to the app and a small tag for the car in the next few days. You may withdraw free of charge during the first 14 days.',
    childinsurance:
      'We have received your child insurance application. We will reply within five working days, and you then sign the application with an electronic ID. The insurance takes effect when we have accepted it in writing.',
    forvarnarsignup: 'Confirm your subscription with the button below within seven days.',
    forvarnarsignout:
      'Your address has been removed from the list for prevention tips. You can sign up again on our website at any time.',
    appointmentRequest:
      'We have received your request for an appointment. You will get another email when the time is confirmed.',
    lottery:
      'We have received your entry in the Christmas draw. The draw is on 23\u00a0December and we will call the winner.',
    other: 'We have received your request. We will reply by email as soon as we can.',
    safetyproduct:
      'Thank you for your suggestion. Our prevention team will look at the product and let you know the outcome.',
    conferencesignup:
      'You are on the list for the Höfn prevention conference on 11\u00a0March 2027. The programme will be sent a week before. If you cannot come, let us know.',
    salespromotion:
      'You are signed up for our winter offer. An adviser will be in touch within three working days.',
    opportunity:
      'We have received your request. An adviser will reply within two working days, by phone if you asked for a call.',
    opportunityV2:
      'We have received your request for a quote. You will get it by email within two working days.',
    communication:
      'Thank you for letting us know. If you sent a complaint, we will reply in writing within three weeks. Our website explains where you can turn if you are not satisfied with the outcome.',
    inquiry:
      'We have received your enquiry. An adviser will reply by email, usually on the next working day.',
    salesforceCase: 'We have received the documents you sent. We will be in touch if anything is missing.',
    dataGateway: 'We have received the data you sent through the gateway.',
  },
  formReceipt: {
    reference: 'Reference number: {reference}',
    question: 'You wrote:\n{question}',
    unclear:
      'If anything is unclear, write to us at {address} or call 560\u00a05000. We do not receive replies to this email.',
    unclearOrReply:
      'If anything is unclear, reply to this email, write to us at {address} or call 560\u00a05000.',
    notYou: 'If you did not ask for this, you can ignore this email.',
    confirm: 'Confirm the subscription',
  },
  formFault: {
    minLength: 'There should be at least {min} characters here',
    phone: 'Enter a seven-digit Icelandic phone number, with or without 354',
    plate: 'This should be a licence plate: two to six letters or digits',
    postalCode: 'This should be a postal code, three digits',
    url: 'The address should begin with https:// or www.',
    range: 'Enter a whole number within the limits that apply here',
    choice: 'This answer is not available. Choose another one.',
    money: 'This should be an amount in whole ISK',
    dayRange: 'This date is not available. Choose another one.',
    workingDay: 'Choose a working day',
    notCompany: 'This is a person’s national ID. Enter the company ID.',
    notPerson: 'This is a company ID. Enter a person’s national ID.',
    age: 'The age is outside the limits that apply here',
    duplicate: 'This is already on the list',
    mostRows: 'The maximum is {max}. Remove the extra ones.',
    leaveEmpty: 'Leave this field empty',
    takesPart: 'You have already entered. Good luck!',
    lotteryNotOpen: 'The draw opens on 1\u00a0December',
    lotteryOver: 'The draw is closed. Thank you for taking part.',
    multipart: 'The form could not be read. It should be multipart/form-data with text fields only.',
  },
};
