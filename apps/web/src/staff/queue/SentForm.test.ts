import { formKindOf } from '@hofn/domain/form-kinds.ts';
import { expect, test } from 'vitest';
import { answersOf } from './SentForm.tsx';

const words = {
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'ssn', label: 'National ID' },
    { name: 'phone', label: 'Phone' },
    { name: 'products', label: 'What should we price?', options: [{ value: 'home', label: 'Home' }] },
    { name: 'vehicles', label: 'Vehicles', row: 'Vehicle {n}' },
    { name: 'vehicles.licensePlate', label: 'Licence plate' },
    { name: 'contentsSum', label: 'Sum for contents' },
    { name: 'contactConsent', label: 'You may contact me' },
  ],
};
const values = {
  name: 'Þóra Prófsdóttir',
  ssn: '1203751489',
  phone: '5605000',
  products: ['home', 'travel'],
  vehicles: [{ licensePlate: 'AB123' }, { licensePlate: 'CD456' }],
  contentsSum: '12000000',
  contactConsent: 'yes',
};

test('STAFF-6: answers are shown under their questions’ texts, in order and in the sender’s language', () => {
  const { fields } = formKindOf('opportunityV2');
  const answers = answersOf(fields, values, words, { language: 'en', yes: 'Yes' });
  expect(answers).toEqual([
    { term: 'Name', value: 'Þóra Prófsdóttir' },
    { term: 'National ID', value: '120375-1489' },
    { term: 'Phone', value: '560 5000' },
    // An option that no longer exists is shown by its name.
    { term: 'What should we price?', value: 'Home, travel' },
    { term: 'Vehicle 1: Licence plate', value: 'AB123' },
    { term: 'Vehicle 2: Licence plate', value: 'CD456' },
    { term: 'Sum for contents', value: 'ISK\u00a012,000,000' },
    { term: 'You may contact me', value: 'Yes' },
  ]);
});

test('STAFF-6: without the question texts, all answers are shown under their field names', () => {
  const { fields } = formKindOf('opportunityV2');
  const answers = answersOf(fields, values, undefined, { language: 'is', yes: 'Já' });
  expect(answers.map(({ term }) => term)).toEqual([
    'name',
    'ssn',
    'phone',
    'products',
    'vehicles 1: vehicles.licensePlate',
    'vehicles 2: vehicles.licensePlate',
    'contentsSum',
    'contactConsent',
  ]);
});
