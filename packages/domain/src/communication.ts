/** What customers hear from us about, besides what the law makes us tell them. */
export const communicationTopics = ['invoices', 'renewals', 'claims', 'preventionTips', 'offers'] as const;
export type CommunicationTopic = (typeof communicationTopics)[number];

export const communicationChannels = ['email', 'sms', 'post'] as const;
export type CommunicationChannel = (typeof communicationChannels)[number];

/** Topics that nobody hears about without consent (Act 70/2022 art. 94, Act 90/2018). */
const marketing: readonly CommunicationTopic[] = ['preventionTips', 'offers'];

/** What holds until the customer chooses: e-mails about their own business, and no marketing by any channel. */
export const isConsentDefault = (topic: CommunicationTopic, channel: CommunicationChannel): boolean =>
  channel === 'email' && !marketing.includes(topic);

/** Documents are on My pages, not on paper, until the customer chooses. */
export const electronicDocumentsDefault = true;
