import { Employees } from '../staff/employees/Employees.tsx';

export default Employees;
