import { CompanyUpdate } from './CompanyUpdate.tsx';

const PortalUpdateEmployeeTemplate = () => <CompanyUpdate cover="personal" />;

export default PortalUpdateEmployeeTemplate;
