import { later } from './engine/chunks.ts';
import type { FrameProps } from './shell/frame-props.ts';
import { PortalFrame } from './shell/PortalFrame.tsx';

const loadPopups = later(() => import('./portal/popups/Popups.tsx'));
const loadStaffBanner = later(() => import('./staff/view/StaffBanner.tsx'));

/** The frame of the customer portal with what the areas put into it: here alone, for the shell knows no area. */
const PortalEntry = (props: FrameProps) => (
  <PortalFrame {...props} loadPopups={loadPopups} loadStaffBanner={loadStaffBanner} />
);

export default PortalEntry;
