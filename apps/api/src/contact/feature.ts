import { defineFeature } from '../feature.ts';
import { contactMails } from './mails.ts';
import { contactHandlers } from './routes.ts';

/** Contact details. */
export const contact = defineFeature({ name: 'contact', handlers: contactHandlers, mails: contactMails });
