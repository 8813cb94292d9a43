import { CompanyUpdate } from './CompanyUpdate.tsx';

const PortalUpdateTravelTemplate = () => <CompanyUpdate cover="travel" />;

export default PortalUpdateTravelTemplate;
