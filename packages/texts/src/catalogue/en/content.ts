import type { Translation } from '../../translator.ts';
import type { content as source } from '../is/content.ts';

export const content: Translation<typeof source> = {
  contentField: {
    characters:
      'The text has a control character or half a character. Type it again, or paste it as plain text.',
    required: 'This is missing. Fill it in before you publish.',
    unknown: 'This document has no such field. Remove it.',
    unknownType: 'There is no such type of document. Choose one of: {values}',
    text: 'This must be text',
    number: 'This must be a number',
    between: 'This must be a number from {min} to {max}',
    yesNo: 'This must be yes or no',
    day: 'This must be a day like 2026-11-21',
    pattern: 'This must look like {example}',
    oneOf: 'This must be one of: {values}',
    list: 'This must be a list',
    object: 'This must be fields with names',
    single: 'There can be only one here. Remove the others.',
    richText: 'This must be rich text: a list of blocks, each with its type and text',
    image: 'This must be a picture with its address, size and description',
    link: 'This must be a link to a document, or to an address that starts with https:, mailto:, tel: or /',
    linkType: 'The link must be to a document of the type {values}',
    linkToNothing: 'The document {document} is not published. Publish it too, or remove the link.',
    linkedFrom: 'The document {document} links to this one. Change it before you remove this one.',
    translation: 'The text is missing in {language}',
    uid: 'Use lower-case letters, digits and hyphens, as in “tel-and-chat-opening-hours”',
    uidTaken: 'There is a document of this name. Change it, or choose another name.',
    singleTaken: 'There is a document of this type in this language. Change that one.',
    noSuchDocument: 'There is no such document',
    noSuchRelease: 'There is no such release, or it has been published or discarded. Start a new one.',
    noSuchMaster: 'No published state of the content has this reference. Choose one from the list.',
    changedSince:
      'The document has changed since you started this draft. Fetch the newest version and put your changes into it.',
    nothingToPublish: 'There are no drafts in the release. Save a draft in it first.',
    json: 'The content could not be read. It must be JSON.',
  },
};
