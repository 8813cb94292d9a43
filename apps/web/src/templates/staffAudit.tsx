import { AuditLog } from '../staff/audit/AuditLog.tsx';

export default AuditLog;
