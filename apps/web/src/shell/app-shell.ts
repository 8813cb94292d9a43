import type { AppShell } from '../engine/app-shell.ts';
import { loadChunk } from '../engine/chunks.ts';
import type { PageData } from '../engine/types.ts';
import { isUnhydratedFrame, wantFrame, wantFrameOrNone, wantFrameWhenNear } from './public-frame.ts';
import { Shell } from './Shell.tsx';

const isOfSite = ({ result }: PageData): boolean => result.pageContext.area === 'site';

/** Loads the frame of a page with a session, which is hydrated with the page. The site's frame is not. */
const load = async (page: PageData): Promise<unknown> =>
  isOfSite(page) || loadChunk(page.result.pageContext.area === 'staff' ? 'shell/StaffFrame' : 'entry.portal');

/** The product's shell, as the engine takes it. */
export const appShell: AppShell = {
  Shell,
  load,
  beforeHydration: async (page, isMoved) => {
    // Where the address says more than the server's markup knows, the first render is changed at once.
    if (isMoved && isOfSite(page)) await wantFrameOrNone();
    else wantFrameWhenNear();
  },
  beforeChange: async (page, isCovered) => {
    await (isOfSite(page) ? wantFrame() : load(page));
    if (isCovered) await loadChunk('shell/ModalPage');
  },
  beforeMove: async (page) => {
    if (isOfSite(page)) await wantFrameOrNone();
  },
  isUnhydrated: isUnhydratedFrame,
};
