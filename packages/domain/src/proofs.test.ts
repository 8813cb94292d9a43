import { expect, test } from 'vitest';
import { isProofReference, isRecipientName } from './proofs.ts';

test('RIGHT-5: the name of a recipient is a name, and nothing that a mail program makes a link of', () => {
  for (const name of [
    'Prófbanki Íslands hf.',
    'Leigufélagið Búseti (svf.)',
    'Þóra & synir',
    'Lykill 3',
    'A.S. Bank',
  ])
    expect(isRecipientName(name), name).toBe(true);
  for (const name of [
    '',
    ' Banki',
    'vinningur.is',
    'Banki https://evil.example',
    'www.evil',
    'banki@evil.example',
    'Hringdu í 555 1234',
    'Hringdu í 5551234',
    'Banki\nSmelltu hér',
    'B'.repeat(81),
    'Banki, hringdu strax',
    'Þú hefur unnið stóra vinninginn í dag',
  ])
    expect(isRecipientName(name), name).toBe(false);
});

test('RIGHT-5: a reference has a digit, and nothing that a mail program makes a link of', () => {
  for (const text of ['Lán 0142-74-123456', 'NB X42', 'F2345678', 'Samningur 12/2026', '0142-74-12'])
    expect(isProofReference(text), text).toBe(true);
  for (const text of [
    ...['', 'Lán', 'evil.is/1', '1@evil.example', '1'.repeat(41), 'Lán 1\n2'],
    ...['Hringdu 5551234', 'Hringdu 555 1234', 'Lán 555-1234', '555.1234', '+354 555 1234', '354 5551234'],
    ...['Hringdu strax 12', 'Hringdu-strax-12', 'Skuldabréfanúmer 1'],
  ])
    expect(isProofReference(text), text).toBe(false);
});
