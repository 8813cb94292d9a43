import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';

export default { ...shell, ...site } as const;
