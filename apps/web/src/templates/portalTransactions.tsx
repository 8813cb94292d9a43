import { Transactions } from '../portal/transactions/Transactions.tsx';

export default Transactions;
