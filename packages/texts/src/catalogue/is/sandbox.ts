/** What the stand-ins for outside parties say; no customer sees them. */
export const sandbox = {
  mailbox: {
    title: 'Pósthólf prufukerfisins',
    lead: 'Hingað kemur allur tölvupóstur sem kerfið sendir. Hann fer ekki lengra og hverfur þegar kerfið stöðvast.',
    empty: 'Enginn póstur hefur borist enn.',
    caption: 'Póstur, sá nýjasti efst',
    received: 'Barst',
    recipient: 'Til',
    sender: 'Frá',
    subject: 'Efni',
    noSubject: '(ekkert efni)',
    html: 'Eins og hann birtist',
    text: 'Sem texti',
    attachments: 'Viðhengi',
    back: 'Öll skeyti',
    gone: 'Skeytið er ekki hér. Pósthólfið geymir aðeins nýjasta póstinn.',
    'times.one': 'Barst {n} sinni',
    'times.other': 'Barst {n} sinnum',
  },
} as const;
