import { demoSignIns } from '@hofn/demo';

const ssnOf = (name: string): string => {
  const found = demoSignIns().find((person) => person.name.startsWith(name));
  if (!found) throw new Error(`No demo customer is called ${name}`);
  return found.ssn;
};

/** Demo customers that the tests sign in as; docs/demo.md describes them. */
export const people = {
  family: { ssn: ssnOf('Guðrún Helga'), firstNames: 'Guðrún Helga', policies: 10 },
  claims: { ssn: ssnOf('Katla Dís') },
  spouse: { ssn: ssnOf('Jón Jónsson') },
  newcomer: { ssn: ssnOf('Birta Líf') },
  young: { ssn: ssnOf('Tómas Orri') },
  longNames: { ssn: ssnOf('Aðalheiður') },
  overdue: { ssn: ssnOf('Sigurbjörg') },
  reader: { ssn: ssnOf('Marta') },
  company: { ssn: ssnOf('Netagerðin') },
  // A test changes this customer's password, which ends all their sessions: no other test signs in as them.
  landlord: { ssn: ssnOf('Aron Freyr') },
  // Tests request new credentials for these customers: no other test signs in as them.
  board: { ssn: ssnOf('Einar Þór'), email: 'einar.thor@postur.example' },
  housing: { ssn: ssnOf('Húsfélagið'), email: 'stjorn@vesturvangur8.example' },
  // Has an archive ready, and a pending erasure request that no test decides.
  archived: { ssn: ssnOf('Hjördís Lóa'), name: 'Hjördís Lóa Steinþórsdóttir' },
  // Has had their data erased, and requests an archive in a test of their own.
  erased: { ssn: ssnOf('Baldur Kári'), email: 'baldur.kari@postur.example' },
  procuration: { ssn: ssnOf('Sigríður Ása') },
};
