import type { AppShell } from '../engine/app-shell.ts';
import { loadChunk } from '../engine/chunks.ts';
import type { PageData } from '../engine/types.ts';
import { isUnhydratedFrame, wantFrame, wantFrameOrNone } from './public-frame.ts';
import { Shell } from './Shell.tsx';

const isOfSite = ({ result }: PageData): boolean => result.pageContext.area === 'site';

/** Loads the frame of a page with a session, which is hydrated with the page. The site's frame is not. */
const load = async (page: PageData): Promise<unknown> =>
  isOfSite(page) || loadChunk(page.result.pageContext.area === 'staff' ? 'shell/StaffFrame' : 'entry.portal');

/** The product's shell, as the engine takes it. */
export const appShell: AppShell = {
  Shell,
  load,
  beforeChange: async ({ data }, isCovered) => {
    await (isOfSite(data) ? wantFrame() : load(data));
    if (isCovered) await loadChunk('shell/ModalPage');
  },
  beforeMove: async ({ data }) => {
    if (isOfSite(data)) await wantFrameOrNone();
  },
  isUnhydrated: isUnhydratedFrame,
};
