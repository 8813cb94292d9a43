/** Topics of communication, besides what the law obliges us to send. */
export const communicationTopics = ['invoices', 'renewals', 'claims', 'preventionTips', 'offers'] as const;
export type CommunicationTopic = (typeof communicationTopics)[number];

export const communicationChannels = ['email', 'sms', 'post'] as const;
export type CommunicationChannel = (typeof communicationChannels)[number];

/** Topics that require consent (Act 70/2022 art. 94, Act 90/2018). */
const marketing: readonly CommunicationTopic[] = ['preventionTips', 'offers'];

/** Default until the customer chooses: e-mails about their own insurance, no marketing on any channel. */
export const isConsentDefault = (topic: CommunicationTopic, channel: CommunicationChannel): boolean =>
  channel === 'email' && !marketing.includes(topic);

/** Until the customer chooses otherwise, documents are on My pages, not on paper. */
export const electronicDocumentsDefault = true;
