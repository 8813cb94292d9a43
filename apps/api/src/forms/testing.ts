import type { FormKind } from '@hofn/domain/form-kinds.ts';

const sender = { name: 'Þóra Prófsdóttir', email: 'gestur@example.is', phone: '560 5000' };
const ssn = '120375-1489';

/** A form of each kind, filled in so that it is accepted on 21 November 2026, except the draw, which is in December. */
export const filledForms: Record<FormKind, Record<string, unknown>> = {
  business: {
    companyName: 'Prófunarfélagið ehf.',
    companySsn: '690101-1490',
    contactName: sender.name,
    email: sender.email,
    phone: sender.phone,
    interests: ['vehicles', 'cyber'],
  },
  okuvisir: {
    ...sender,
    ssn,
    licensePlate: 'AB123',
    cover: 'liability',
    startDate: '2026-12-01',
    termsAccepted: 'yes',
  },
  childinsurance: {
    guardianName: sender.name,
    guardianSsn: ssn,
    email: sender.email,
    phone: sender.phone,
    children: [
      {
        name: 'Ari Prófsson',
        ssn: '010120-1440',
        premature: 'no',
        illness: 'no',
        hospital: 'no',
        medicine: 'no',
        investigation: 'no',
      },
    ],
    sum: '5000000',
    startDate: '2026-12-01',
    otherChildInsurance: 'no',
    informationTrue: 'yes',
    dataConsent: 'yes',
  },
  forvarnarsignup: { email: sender.email, topics: ['home'] },
  forvarnarsignout: { email: sender.email },
  appointmentRequest: {
    ...sender,
    topic: 'home',
    channel: 'office',
    office: 'reykjavik',
    preferredDate: '2026-11-25',
    preferredTime: 'morning',
  },
  lottery: { ...sender, ssn, answer: 'monthly', rulesAccepted: 'yes' },
  other: { ...sender, subject: 'Lyklar', message: 'Fundust lyklar í afgreiðslunni?' },
  safetyproduct: { ...sender, productName: 'Vatnsskynjari', why: 'Lætur vita áður en flæðir.' },
  conferencesignup: { ...sender, attendance: 'stream', sessions: ['fire'] },
  salespromotion: { ...sender, marketingConsent: 'yes' },
  opportunity: { ...sender, ssn, products: ['home', 'vehicle'], contactConsent: 'yes' },
  opportunityV2: { ...sender, ssn, products: ['home'], contactConsent: 'yes' },
  communication: { kind: 'compliment', anonymous: 'yes', description: 'Takk fyrir góða þjónustu.' },
  inquiry: {
    name: sender.name,
    email: sender.email,
    ssn: '',
    type: 'Tjónaþjónusta',
    description: 'Hvar er yfirlitið?',
  },
  salesforceCase: {
    ...sender,
    ssn,
    recordType: 'claims',
    subject: 'Myndir',
    description: 'Hér eru myndirnar.',
  },
  dataGateway: { senderName: sender.name, email: sender.email, reference: 'T-2026-100001' },
};

/** A body as multipart: lists repeat their name, and their rows are JSON (rule FORM-3). */
export const multipartOf = (body: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const item of [value].flat())
      form.append(name, typeof item === 'string' ? item : JSON.stringify(item));
  }
  return form;
};
