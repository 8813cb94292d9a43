import { Access } from '../portal/access/Access.tsx';

export default Access;
