import { shell } from '@hofn/texts/catalogue/en/shell.ts';
import { site } from '@hofn/texts/catalogue/en/site.ts';

export default { ...shell, ...site } as const;
