import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';

export default { ...shell, ...portal, ...errors } as const;
