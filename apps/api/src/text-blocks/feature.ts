import { defineFeature } from '../feature.ts';
import { textBlockHandlers } from './routes.ts';

/** Text blocks for replies to cases. */
export const textBlocks = defineFeature({
  name: 'textBlocks',
  handlers: textBlockHandlers,
  personalData: {
    leftOut: { text_blocks: 'nobodys', text_block_versions: 'staff', text_block_uses: 'internal' },
  },
});
