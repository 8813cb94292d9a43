import type { Communication, CommunicationBody, CommunicationChoice } from '@hofn/contracts';
import { communicationChannels, communicationTopics } from '@hofn/domain/communication.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';

type Topics = CommunicationBody['topics'];
type Texts = ReturnType<typeof useTexts<'portal'>>;

/** The current choices, as the form submits them. */
export const choicesOf = ({ topics, electronicDocuments }: Communication): CommunicationBody => ({
  topics: Object.fromEntries(
    communicationTopics.map((topic) => [
      topic,
      Object.fromEntries(communicationChannels.map((channel) => [channel, topics[topic][channel].given])),
    ]),
  ) as Topics,
  electronicDocuments: electronicDocuments.given,
});

/** When and how a choice was made; undefined if it never was. */
export const originOf = (t: Texts, { given, at, how }: CommunicationChoice): string | undefined =>
  at === null || how === 'default'
    ? undefined
    : t(`communication|${given ? 'given' : 'withdrawn'}.${how}`, {
        date: formatDate(t.language, dayOfInstant(new Date(at))),
      });
