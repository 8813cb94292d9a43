import { importOnDemand } from './engine/chunks.ts';
import type { FrameProps } from './shell/frame-props.ts';
import { PortalFrame } from './shell/PortalFrame.tsx';

const loadPopups = importOnDemand(() => import('./portal/popups/Popups.tsx'));
const loadStaffBanner = importOnDemand(() => import('./staff/view/StaffBanner.tsx'));

/** The customer portal's frame with parts of the areas, which the shell must not import. */
const PortalEntry = (props: FrameProps) => (
  <PortalFrame {...props} loadPopups={loadPopups} loadStaffBanner={loadStaffBanner} />
);

export default PortalEntry;
