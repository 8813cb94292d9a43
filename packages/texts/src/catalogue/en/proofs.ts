import type { Translation } from '../../translator.ts';
import type { proofs as icelandic } from '../is/proofs.ts';

/** Proofs of insurance for others, on My pages (rule RIGHT-5). English. */
export const proofs = {
  proofPurpose: {
    bank: 'A bank or lender',
    landlord: 'A landlord',
    leasing: 'A leasing or finance company',
    authority: 'A public authority',
    other: 'Someone else',
  },
  proofSend: {
    waiting: 'Waiting to be sent to {email}',
    sent: 'Sent to {email} {time}',
    refused:
      'Did not reach {email} {time}: the recipient’s mail server did not accept it. Correct the address.',
  },
  proof: {
    title: 'Proof of insurance',
    back: 'Back to the policy',
    lead: 'For a bank, a landlord or others who want to see that the insurance is in force. The proof says what is in force today, with a code that the recipient can check.',
    way: 'Proof for a bank or others',
    formTitle: 'Make a proof',
    purpose: 'Who is the proof for?',
    recipient: 'Name of the recipient',
    recipientHint: 'For example Landsbankinn. The name is printed on the proof.',
    recipientMissing: 'Enter the name of the recipient',
    recipientWrong:
      'Write a name only, without email address, web address or phone number, 80 characters at most',
    email: 'Recipient’s email address',
    emailHint: 'Optional. Nothing is sent until you press “Send”.',
    reference: 'Reference',
    referenceHint: 'Optional. For example the number of a loan, a contract or a registration.',
    referenceWrong:
      'Write the number of a loan, contract or vehicle, without email or web address, 40 characters at most',
    make: 'Make a proof',
    making: 'Making the proof',
    failed: 'The proof could not be made',
    made: 'The proof is ready. Download it, or send it to the recipient.',
    notToday: 'The policy is not in force today',
    listTitle: 'Proofs of this policy',
    empty: 'No proof has been made.',
    forRecipient: 'For: {recipient}',
    issued: 'Issued {date}',
    referenceOf: 'Reference: {reference}',
    code: 'Code to check',
    download: 'Download PDF',
    sendTo: 'Send',
    sendTitle: 'Send the proof',
    sendLead:
      '{recipient} gets an email from us with the proof. It has the policyholder’s name and a text that is always the same.',
    sendFailed: 'The proof could not be sent',
    queued: 'The proof is on its way to {email}.',
    again: 'Send again',
  },
  claimsHistory: {
    title: 'Claims-history statement',
    lead: 'A new insurer asks for your claims history to set your premium, also abroad. The statement has all your mandatory motor insurance with us in the last five years, also what has ended, with its claims or the statement that there were none.',
    way: 'Claims history for another insurer',
    make: 'Make a statement',
    making: 'Making the statement',
    made: 'The statement is ready.',
    failed: 'The statement could not be made',
    none: 'No motor insurance',
    noneText:
      'You have had no mandatory motor insurance with us in the last five years, so there is no statement to make.',
    listTitle: 'Statements that were made',
    empty: 'No statement has been made.',
    issued: 'Issued {date}',
    period: '{from} to {to}',
    'claims.one': '{n} claim',
    'claims.other': '{n} claims',
    'policies.one': '{n} policy',
    'policies.other': '{n} policies',
    'openClaims.one': '{n} claim was not settled when the statement was issued.',
    'openClaims.other': '{n} claims were not settled when the statement was issued.',
  },
} as const satisfies Translation<typeof icelandic>;
