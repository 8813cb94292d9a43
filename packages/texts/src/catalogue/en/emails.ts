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
    button: 'See on My pages',
  },
  policyEmail: {
    subject: 'Your insurance certificate: {policy}',
    preheader: 'The certificate is attached.',
    body: 'The certificate you asked for is attached: {policy}, policy number {number}. It shows how things stood on {date}.',
    button: 'See on My pages',
  },
  paymentReceiptEmail: {
    subject: 'Payment receipt',
    preheader: 'We have received {amount}.',
    body: 'Your payment of {amount} was received on {date}. The receipt is attached.',
    button: 'See payment status',
  },
  paymentFailedEmail: {
    subject: 'Your payment did not go through',
    preheader: 'Nothing was charged.',
    body: 'We got no answer when you paid {amount}, and it has now been confirmed that nothing was charged. You can pay again on My pages.',
    button: 'Pay',
  },
  transactionOverviewEmail: {
    subject: 'Your transactions overview',
    preheader: 'The overview is attached.',
    body: 'The transactions overview you asked for is attached. It shows how things stood on {date}.',
    button: 'See on My pages',
  },
};
