import { Customers } from '../staff/view/Customers.tsx';

export default Customers;
