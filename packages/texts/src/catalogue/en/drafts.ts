import type { Translation } from '../../translator.ts';
import type { drafts as icelandic } from '../is/drafts.ts';

/** Drafts of what staff write about a case. */
export const drafts: Translation<typeof icelandic> = {
  drafts: {
    saved: 'Draft saved at {time}',
    saving: 'Saving the draft',
    failed: 'The draft is not saved',
    failedText: 'What you wrote is still here. Copy it if this message does not go away.',
    conflict: 'You have also written here in another window or on another device',
    conflictText:
      'That text was saved on {time} and is shown below. Nothing has been overwritten. Which one do you want to continue with?',
    takeNewer: 'Continue with that text',
    keepMine: 'Keep what is on this screen',
    unsent: 'What you wrote and did not send',
    copy: 'Copy',
    copied: 'The text has been copied.',
    copyFailed: 'The browser did not allow copying. Select the text and copy it.',
    discard: 'Discard',
    changed: 'This has changed in the meantime',
  },
};
