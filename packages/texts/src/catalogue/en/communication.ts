import type { Translation } from '../../translator.ts';
import type { communication as icelandic } from '../is/communication.ts';

/** What customers hear from us about, and how. English. */
export const communication = {
  communication: {
    title: 'Communication',
    lead: 'Choose what you want to hear from us about, and how.',
    topics: 'Topics and channels',
    topicsHelp:
      'You can change your choices at any time. Where nothing has been chosen, the boxes show what we usually do.',
    'topic.invoices': 'Invoices and payments',
    'about.invoices': 'Receipts and news of payments.',
    'topic.renewals': 'Renewals',
    'about.renewals': 'A reminder before a policy renews.',
    'topic.claims': 'Claims',
    'about.claims': 'Changes in the status of your claims, and messages from your claims handler.',
    'topic.preventionTips': 'Prevention tips',
    'about.preventionTips': 'How to prevent losses. We only send these with your consent.',
    'topic.offers': 'Offers and news',
    'about.offers': 'Offers and news of insurance. We only send these with your consent.',
    'channel.email': 'Email',
    'channel.sms': 'Text message',
    'channel.post': 'Post',
    'given.self': 'Accepted on {date} on My pages',
    'given.delegate': 'Accepted on {date} by an administrator',
    'given.insurer': 'Accepted on {date}, recorded by us',
    'withdrawn.self': 'Declined on {date} on My pages',
    'withdrawn.delegate': 'Declined on {date} by an administrator',
    'withdrawn.insurer': 'Declined on {date}, recorded by us',
    yes: 'Yes',
    no: 'No',
    documents: 'Electronic documents',
    documentsHelp: 'Policies, invoices and other documents are always on My pages.',
    documentsOnly: 'I want documents electronically only, not on paper',
    legal: 'Notices you cannot switch off',
    legalHelp:
      'Some notices we must send by law or contract. They include notices of cancellation and changed terms, documents to sign, deadlines for information, and notices about the security of your account.',
    saved: 'Your choices have been saved.',
    saveFailed: 'Your choices could not be saved.',
  },
} satisfies Translation<typeof icelandic>;
