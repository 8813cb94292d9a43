import type { Communication, CommunicationBody, CommunicationChoice } from '@hofn/contracts';
import type { EventData } from '@hofn/contracts/core/events.ts';
import {
  communicationChannels,
  communicationTopics,
  electronicDocumentsDefault,
  isConsentDefault,
} from '@hofn/domain/communication.ts';
import type { currentChoices } from '../platform/consents.ts';
import { isoInstant } from '../platform/instant.ts';

type Current = Awaited<ReturnType<typeof currentChoices>>;
/** Topic and channel of a choice. */
export type ChoiceKey = Pick<Current[number], 'topic' | 'channel'>;

const documents = { topic: 'documents', channel: 'portal' } as const;

const choiceOf = (current: Current, key: ChoiceKey, byDefault: boolean): CommunicationChoice => {
  const chosen = current.find(({ topic, channel }) => topic === key.topic && channel === key.channel);
  return chosen
    ? { given: chosen.given, at: isoInstant(chosen.chosenAt), how: chosen.how }
    : { given: byDefault, at: null, how: 'default' };
};

/** A customer's effective choices: their own and the defaults. */
export const communicationOf = (current: Current): Communication => ({
  topics: Object.fromEntries(
    communicationTopics.map((topic) => [
      topic,
      Object.fromEntries(
        communicationChannels.map((channel) => [
          channel,
          choiceOf(current, { topic, channel }, isConsentDefault(topic, channel)),
        ]),
      ),
    ]),
  ) as Communication['topics'],
  electronicDocuments: choiceOf(current, documents, electronicDocumentsDefault),
});

/** Choices that differ from the current ones; an unchanged choice keeps its time and origin. */
export const changesOf = (
  current: Communication,
  requested: CommunicationBody,
): Array<ChoiceKey & { given: boolean }> => [
  ...communicationTopics.flatMap((topic) =>
    communicationChannels
      .filter((channel) => current.topics[topic][channel].given !== requested.topics[topic][channel])
      .map((channel) => ({ topic, channel, given: requested.topics[topic][channel] })),
  ),
  ...(current.electronicDocuments.given === requested.electronicDocuments
    ? []
    : [{ ...documents, given: requested.electronicDocuments }]),
];

/** `invoices.email` of a choice, as events name it. */
export const choiceName = ({ topic, channel }: ChoiceKey) =>
  `${topic}.${channel}` as EventData<'consents.changed'>['changed'][number];
