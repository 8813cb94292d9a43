/** Writes the files generated from `tokens.ts`. */
import { writeFileSync } from 'node:fs';
import { faviconSvg, tokensCss } from '../src/tokens.ts';

writeFileSync(new URL('../src/tokens.css', import.meta.url), tokensCss());
writeFileSync(new URL('../src/icons/favicon.svg', import.meta.url), faviconSvg());
