import type { Translation } from '../../translator.ts';
import type { sandbox as icelandic } from '../is/sandbox.ts';

export const sandbox: Translation<typeof icelandic> = {
  mailbox: {
    title: 'Sandbox mailbox',
    lead: 'All email that the system sends comes here. It goes no further and is gone when the system stops.',
    empty: 'No email has come yet.',
    caption: 'Email, newest first',
    received: 'Received',
    recipient: 'To',
    sender: 'From',
    subject: 'Subject',
    noSubject: '(no subject)',
    html: 'As it looks',
    text: 'As text',
    attachments: 'Attachments',
    back: 'All messages',
    gone: 'The message is not here. The mailbox keeps only the newest email.',
    'times.one': 'Came {n} time',
    'times.other': 'Came {n} times',
  },
};
