import { errors } from '@hofn/texts/catalogue/en/errors.ts';
import { portal } from '@hofn/texts/catalogue/en/portal.ts';
import { shell } from '@hofn/texts/catalogue/en/shell.ts';

export default { ...shell, ...portal, ...errors } as const;
