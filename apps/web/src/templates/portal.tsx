import { Overview } from '../portal/policies/Overview.tsx';

export default Overview;
