/** E-mails to customers, by what they are. A paragraph ends at an empty line. */
export const emails = {
  email: {
    greeting: 'Góðan dag, {firstName}.',
    greetingWithoutName: 'Góðan dag.',
    closing: 'Kveðja,\nHöfn tryggingar',
    footer:
      'Höfn tryggingar hf., Hafnarbakka 1, 101 Reykjavík. Sími 560\u00a05000. Við biðjum aldrei um lykilorð eða kortanúmer í tölvupósti.',
  },
  policyOverviewEmail: {
    subject: 'Yfirlit yfir tryggingar',
    preheader: 'Yfirlitið er í viðhengi.',
    body: 'Yfirlitið sem þú baðst um er í viðhengi. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
  policyEmail: {
    subject: 'Skírteini: {policy}',
    preheader: 'Skírteinið er í viðhengi.',
    body: 'Skírteinið sem þú baðst um er í viðhengi: {policy}, tryggingarnúmer {number}. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
  paymentReceiptEmail: {
    subject: 'Kvittun fyrir greiðslu',
    preheader: 'Við höfum fengið {amount}.',
    body: 'Greiðslan þín, {amount}, barst {date}. Kvittunin er í viðhengi.',
    button: 'Skoða greiðslustöðu',
  },
  paymentFailedEmail: {
    subject: 'Greiðslan fór ekki í gegn',
    preheader: 'Ekkert var gjaldfært.',
    body: 'Við fengum ekki svar þegar þú greiddir {amount} og höfum nú fengið staðfest að ekkert var gjaldfært. Þú getur greitt aftur á Mínum síðum.',
    button: 'Greiða',
  },
  transactionOverviewEmail: {
    subject: 'Hreyfingayfirlit',
    preheader: 'Yfirlitið er í viðhengi.',
    body: 'Hreyfingayfirlitið sem þú baðst um er í viðhengi. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
} as const;
