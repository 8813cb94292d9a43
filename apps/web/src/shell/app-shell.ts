import type { AppShell } from '../engine/app-shell.ts';
import { loadChunk } from '../engine/chunks.ts';
import type { PageData } from '../engine/types.ts';
import { isInUnhydratedFrame, requestFrame, requestFrameOrGiveUp } from './public-frame.ts';
import { Shell } from './Shell.tsx';

const isPublicPage = ({ result }: PageData): boolean => result.pageContext.area === 'site';

/** Loads the frame of a portal page, which is hydrated with the page. For the public frame see `public-frame.ts`. */
const load = async (page: PageData): Promise<unknown> =>
  isPublicPage(page) ||
  loadChunk(page.result.pageContext.area === 'staff' ? 'shell/StaffFrame' : 'entry.portal');

/** The product's shell, for the engine. */
export const appShell: AppShell = {
  Shell,
  load,
  beforeChange: async ({ data }, isCovered) => {
    await (isPublicPage(data) ? requestFrame() : load(data));
    if (isCovered) await loadChunk('shell/ModalPage');
  },
  beforeMove: async ({ data }) => {
    if (isPublicPage(data)) await requestFrameOrGiveUp();
  },
  isUnhydrated: isInUnhydratedFrame,
};
