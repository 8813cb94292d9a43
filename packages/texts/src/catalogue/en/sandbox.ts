import type { Translation } from '../../translator.ts';
import type { sandbox as icelandic } from '../is/sandbox.ts';

export const sandbox: Translation<typeof icelandic> = {
  phone: {
    title: 'Sandbox phones',
    lead: 'All requests for an electronic ID of people in the demo come here, those to a SIM card and those to the app. Compare the security code with the one that the website shows before you confirm.',
    again: 'Look again',
    none: 'No phone is waiting for an answer.',
    onSim: 'Electronic ID on a SIM card',
    onApp: 'Electronic ID in the app',
    code: 'Security code',
    until: 'Runs out at {time}',
    confirm: 'Confirm',
    refuse: 'Refuse',
    ended: 'Ended, newest first',
    confirmed: 'Confirmed',
    refused: 'Refused',
    ranOut: 'Ran out',
  },
  crm: {
    title: 'Sandbox cases',
    lead: 'Cases that are sent from the site with documents come here, as they would to customer relations. They are gone when the system stops.',
    none: 'No case has come yet.',
  },
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
