import { company } from '../../company.ts';
import type { Translation } from '../../translator.ts';
import type { emails as icelandic } from '../is/emails.ts';

export const emails: Translation<typeof icelandic> = {
  email: {
    greeting: 'Hello {firstName},',
    greetingWithoutName: 'Hello,',
    closing: 'Kind regards,\nHöfn tryggingar',
    footer:
      'Höfn tryggingar hf., Hafnarbakki 1, 101 Reykjavík. Phone 560\u00a05000. We never ask for passwords or card numbers by email.',
  },
  policyOverviewEmail: {
    subject: 'Your insurance overview',
    preheader: 'The overview is attached.',
    body: 'The overview you asked for is attached. It shows how things stood on {date}.',
    button: 'View on My pages',
  },
  policyEmail: {
    subject: 'Your insurance certificate: {policy}',
    preheader: 'The certificate is attached.',
    body: 'The certificate you asked for is attached: {policy}, policy number {number}. It shows how things stood on {date}.',
    button: 'View on My pages',
  },
  priceEmail: {
    subject: 'Your quote',
    preheader: 'It is valid until {date}.',
    body: 'Here is a link to the quote you saved. Its price is valid until {date}.\n\nQuote number: {reference}\n\nAnyone who has the number can open the quote. If you did not ask for this, you can ignore this email.',
    button: 'Open the quote',
  },
  travelEmail: {
    preheader: 'The confirmation is attached.',
    body: 'The travel insurance confirmation you asked for is attached. Print it or keep it on your phone.',
    button: 'View on My pages',
  },
  claimsOverviewEmail: {
    subject: 'Your claims overview',
    preheader: 'The overview is attached.',
    body: 'The claims overview you asked for is attached. It shows how things stood on {date}.',
    button: 'View on My pages',
  },
  caseAnswerEmail: {
    subject: 'Our reply to you',
    subjectOf: 'Our reply to you: {reference}',
    preheader: 'We have replied to your message.',
    more: 'If anything is unclear, call 560\u00a05000 or reply to this email.',
    button: 'Read the reply on My pages',
  },
  claimReceiptEmail: {
    subject: 'We have received your claim: {number}',
    preheader: 'A claims handler will be in touch within one working day.',
    body: 'We have received your claim. A claims handler will be in touch within one working day. You can follow its progress on My pages.\n\nReference number: {number}\n\nKeep what was damaged until we have seen it.',
    button: 'View the claim',
  },
  noticeReceiptEmail: {
    subject: 'We have received your claim: {number}',
    preheader: 'A claims handler will be in touch within one working day.',
    body: 'We have received your claim. A claims handler will be in touch within one working day.\n\nReference number: {number}\n\nKeep what was damaged until we have seen it.\n\nIf you did not report a claim, someone has given this address by mistake. In that case, let us know.',
  },
  claimUnverifiedEmail: {
    subject: 'A claim was reported with your national ID: {number}',
    preheader: 'Was it you? The notice is on My pages.',
    body: 'A claim was reported on our website with your national ID, without logging in. A claims handler will look into who sent it before going any further.\n\nReference number: {number}\n\nThe notice is on My pages. If you do not recognise it, tell the claims handler there.',
    button: 'View the notice',
  },
  claimStatusEmail: {
    subject: 'News on claim {number}',
    preheader: 'Its status is now: {status}',
    body: 'The status of your claim has changed: {status}.\n\nOn My pages you can see what happened, what comes next and whether we need anything from you.',
    button: 'View the claim',
  },
  claimDocumentsEmail: {
    subject: 'We need documents for claim {number}',
    preheader: 'Send them by {date}.',
    body: 'We need some documents from you to complete your claim. The list is on My pages, where you can also add them.\n\nSend the documents by {date} to keep to the schedule.',
    button: 'Add documents',
  },
  claimMessageEmail: {
    subject: 'Message from your claims handler, claim {number}',
    preheader: 'A new message is waiting for you.',
    body: 'Your claims handler has written to you. The message is on My pages.',
    button: 'Read the message',
  },
  changeRequestEmail: {
    subject: 'Your change request has been received',
    preheader: '{policy}, effective from {date}',
    body: 'We have received a request to change an insurance policy.\n\nPolicy: {policy}\nEffective from: {date}\nEstimated annual premium: {amount}\n\nThis is an estimate. An adviser will confirm the change within two working days and email the final price.',
    button: 'View the policy',
  },
  accessGivenEmail: {
    subject: 'You have been given access to the insurance of: {giver}',
    preheader: '{role} until {date}',
    body: '{giver} has given you access to their insurance.\n\nAccess: {role}\n{may}\nValid until: {date}\n\nLog in to My pages to see it. You can also give the access up there.',
    button: 'Open Access permits',
  },
  accessGivenByYouEmail: {
    subject: 'You have given access: {holder}',
    preheader: '{role} until {date}',
    body: `You have given another person access to insurance.\n\nInsurance of: {giver}\nAccess granted to: {holder}\nAccess: {role}\n{may}\nValid until: {date}\n\nIf this was not you, revoke the access on My pages and call us at once on ${company.phone}.`,
    button: 'Open Access permits',
  },
  accessGivenForEmail: {
    subject: 'Access to your insurance has been given to: {holder}',
    preheader: '{role} until {date}',
    body: 'Someone who administers your insurance for you has given another person access to it.\n\nAccess granted to: {holder}\nAccess: {role}\n{may}\nValid until: {date}\n\nYou can revoke it at any time on My pages.',
    button: 'Open Access permits',
  },
  accessRevokedEmail: {
    subject: 'Your access has ended: {giver}',
    preheader: 'The access has been revoked.',
    body: 'Your access to this insurance has been revoked and is no longer valid: {giver}',
    button: 'Open Access permits',
  },
  accessRevokedForEmail: {
    subject: 'Access to your insurance has been revoked: {holder}',
    preheader: 'They no longer see your insurance.',
    body: 'Someone who administers your insurance for you has revoked access to it.\n\nAccess was held by: {holder}\nAccess: {role}\n\nYou can grant it again at any time on My pages.',
    button: 'Open Access permits',
  },
  accessReturnedEmail: {
    subject: 'Access has been given up: {holder}',
    preheader: 'They no longer see your insurance.',
    body: '{holder} has given up the access to your insurance and no longer sees it.',
    button: 'Open Access permits',
  },
  credentialsEmail: {
    subject: 'Link to choose a new password',
    preheader: 'The link is valid for one hour.',
    body: 'Choose a new password for My pages with the button below. The link is valid for one hour and can only be used once.\n\nIf you did not ask for this, you can ignore this email. Your old password still works.',
    button: 'Choose a new password',
  },
  employeeLinkEmail: {
    subject: 'Link to set up your staff portal login',
    preheader: 'The link is valid for 24 hours.',
    body: 'Use the button below to create a passkey or choose a password for the Höfn staff portal. Your username is {username}.\n\nThe link is valid for 24 hours and can only be used once. If you did not expect it, tell the security officer and do not use it.',
    button: 'Set up login',
  },
  passwordChangedEmail: {
    subject: 'Your password was changed',
    preheader: 'Call us if this was not you.',
    body: `Your My pages password was changed on {date}. Other devices have been logged out.\n\nIf this was not you, call ${company.phone} at once.`,
    button: 'View settings',
  },
  emailChangedEmail: {
    subject: 'Your email address has been changed',
    preheader: 'We will no longer send email to this address.',
    body: `The email address on file has been changed: {customer}. From now on, email from us goes to the new address and not to this one.\n\nIf you do not recognise the change, call us at once on ${company.phone}.`,
    bodyBy: `The email address on file has been changed: {customer}. From now on, email from us goes to the new address and not to this one.\n\nChanged by: {actor}\n\nIf you do not recognise the change, call us at once on ${company.phone}.`,
    button: 'View settings',
  },
  emailRegisteredEmail: {
    subject: 'Your email address has been registered',
    preheader: 'From now on we send email to this address.',
    body: `This is now the email address on file: {customer}. From now on, email from us goes to this address.\n\nIf you do not recognise the change, call us at once on ${company.phone}.`,
    bodyBy: `This is now the email address on file: {customer}. From now on, email from us goes to this address.\n\nChanged by: {actor}\n\nIf you do not recognise the change, call us at once on ${company.phone}.`,
    button: 'View settings',
  },
  changeNotice: {
    preheader: 'Call us if this was not you.',
    by: 'Changed by: {actor}',
    notYou: `If this was not you, call ${company.phone} at once.`,
    button: 'View settings',
  },
  bankChangedEmail: {
    subject: 'Your bank account has been changed',
    body: 'The bank account that we pay into has been changed.\n\nCustomer: {customer}\nAccount number ends in: {account}',
  },
  cardChangedEmail: {
    subject: 'Your payment card has been changed',
    body: 'A new payment card has been registered.\n\nCustomer: {customer}\nCard: {card}',
  },
  paymentMethodChangedEmail: {
    subject: 'Your payment method has been changed',
    body: 'The way premiums are paid has been changed, from the next due date.\n\nCustomer: {customer}\nPayment method: {method}',
  },
  paymentMethodName: {
    ccard: 'Card payments',
    bank: 'Direct debit',
    claim: 'Bill in online bank',
  },
  passkeyAddedEmail: {
    subject: 'A passkey has been added',
    body: 'A passkey was added on {date}. It can now be used to log in to My pages.',
  },
  proposalAcceptedEmail: {
    subject: 'Offer accepted: {offer}',
    preheader: 'Takes effect on {date}',
    body: 'You have accepted the offer {offer}. The insurance takes effect on {date} and the annual premium is {amount}.\n\nThe product information document is attached. The certificate will appear under Documents on My pages.',
    button: 'View the offer',
  },
  documentSignedEmail: {
    subject: 'Your document has been signed',
    preheader: 'Your copy is on My pages.',
    body: 'Your document has been signed: {document}.\n\nYour copy is under Signed documents on My pages.',
    button: 'Get your copy',
  },
  toSignEmail: {
    subject: 'A document awaits your signature',
    preheader: 'To be signed no later than {date}.',
    body: 'A document awaits your signature: {document}. It should be signed no later than {date} with your electronic ID.',
    button: 'Read and sign',
  },
  reminderToSignEmail: {
    subject: 'Reminder: a document awaits your signature',
    preheader: 'The deadline is {date}.',
    body: 'This document still awaits your signature: {document}. The deadline is {date}. After that, a new document must be prepared.',
    button: 'Read and sign',
  },
  paymentReceiptEmail: {
    subject: 'Payment receipt',
    preheader: 'We have received {amount}.',
    body: 'Your payment of {amount} was received on {date}. The receipt is attached.',
    button: 'View payment status',
  },
  paymentFailedEmail: {
    subject: 'Your payment did not go through',
    preheader: 'Nothing was charged.',
    body: 'We did not receive confirmation when you paid {amount}. We now know that nothing was charged. You can pay again on My pages.',
    button: 'Pay',
  },
  transactionOverviewEmail: {
    subject: 'Your transactions overview',
    preheader: 'The overview is attached.',
    body: 'The transactions overview you asked for is attached. It shows how things stood on {date}.',
    button: 'View on My pages',
  },
  chatTranscriptEmail: {
    subject: 'Your live chat transcript',
    preheader: 'Your chat from {date} is attached.',
    body: 'A transcript of your live chat on {date} is attached.',
    button: 'Contact us',
  },
};
