import { company } from '../../company.ts';

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
  priceEmail: {
    subject: 'Tilboðið þitt',
    preheader: 'Það gildir til {date}.',
    body: 'Hér er slóð á tilboðið sem þú geymdir. Verðið í því gildir til {date}.\n\nTilboðsnúmer: {reference}\n\nAllir sem hafa númerið geta opnað tilboðið. Ef þú baðst ekki um þetta þarftu ekkert að gera.',
    button: 'Opna tilboðið',
  },
  travelEmail: {
    preheader: 'Staðfestingin er í viðhengi.',
    body: 'Staðfestingin á ferðatryggingu sem þú baðst um er í viðhengi. Prentaðu hana eða geymdu í símanum.',
    button: 'Skoða á Mínum síðum',
  },
  claimsOverviewEmail: {
    subject: 'Tjónayfirlit',
    preheader: 'Yfirlitið er í viðhengi.',
    body: 'Tjónayfirlitið sem þú baðst um er í viðhengi. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
  caseAnswerEmail: {
    subject: 'Svar við erindi þínu',
    subjectOf: 'Svar við erindi þínu {reference}',
    preheader: 'Við höfum svarað erindinu.',
    more: 'Ef eitthvað er óljóst hringirðu í 560\u00a05000 eða svarar þessum pósti.',
    button: 'Lesa svarið á Mínum síðum',
  },
  claimReceiptEmail: {
    subject: 'Tjónstilkynningin er komin til okkar: {number}',
    preheader: 'Tjónafulltrúi hefur samband innan eins virks dags.',
    body: 'Tjónstilkynningin er komin til okkar. Tjónafulltrúi hefur samband innan eins virks dags. Þú getur fylgst með málinu á Mínum síðum.\n\nTilvísunarnúmer: {number}\n\nGeymdu það sem skemmdist þar til við höfum skoðað það.',
    button: 'Skoða málið',
  },
  noticeReceiptEmail: {
    subject: 'Tjónstilkynningin er komin til okkar: {number}',
    preheader: 'Tjónafulltrúi hefur samband innan eins virks dags.',
    body: 'Tjónstilkynningin er komin til okkar. Tjónafulltrúi hefur samband innan eins virks dags.\n\nTilvísunarnúmer: {number}\n\nGeymdu það sem skemmdist þar til við höfum skoðað það.\n\nEf þú tilkynntir ekkert tjón hefur einhver gefið upp þetta netfang fyrir mistök. Láttu okkur þá vita.',
  },
  claimUnverifiedEmail: {
    subject: 'Tjón var tilkynnt með kennitölunni þinni: {number}',
    preheader: 'Varst það þú? Tjónið er á Mínum síðum.',
    body: 'Tjón var tilkynnt á vefnum okkar með kennitölunni þinni, án innskráningar. Tjónafulltrúi kannar hver sendi tilkynninguna áður en lengra er haldið.\n\nTilvísunarnúmer: {number}\n\nTjónið er á Mínum síðum. Ef þú kannast ekki við það skaltu láta tjónafulltrúa vita þar.',
    button: 'Skoða tilkynninguna',
  },
  claimStatusEmail: {
    subject: 'Nýtt í tjónsmáli {number}',
    preheader: 'Staðan núna: {status}',
    body: 'Staða málsins hefur breyst: {status}.\n\nÁ Mínum síðum sérðu hvað gerðist, hvað kemur næst og hvort okkur vantar eitthvað frá þér.',
    button: 'Skoða málið',
  },
  claimDocumentsEmail: {
    subject: 'Okkur vantar gögn vegna tjóns {number}',
    preheader: 'Sendu þau fyrir {date}.',
    body: 'Til að ljúka málinu vantar okkur gögn frá þér. Listinn er á Mínum síðum og þar geturðu líka bætt þeim við.\n\nSendu gögnin fyrir {date}, þá stenst tímaáætlunin.',
    button: 'Bæta við gögnum',
  },
  claimMessageEmail: {
    subject: 'Skilaboð frá tjónafulltrúa, mál {number}',
    preheader: 'Ný skilaboð bíða þín.',
    body: 'Tjónafulltrúinn þinn hefur skrifað þér. Skilaboðin eru á Mínum síðum.',
    button: 'Lesa skilaboðin',
  },
  changeRequestEmail: {
    subject: 'Beiðni um breytingu er móttekin',
    preheader: '{policy}, gildir frá {date}',
    body: 'Við höfum fengið beiðni um breytingu á tryggingu.\n\nTrygging: {policy}\nGildir frá: {date}\nÁætlað ársiðgjald: {amount}\n\nÞetta er áætlun. Ráðgjafi staðfestir breytinguna innan tveggja virkra daga og sendir endanlegt verð í tölvupósti.',
    button: 'Skoða trygginguna',
  },
  accessGivenEmail: {
    subject: 'Þú hefur fengið aðgang að tryggingum: {giver}',
    preheader: '{role} til og með {date}',
    body: '{giver} hefur veitt þér aðgang að tryggingum sínum.\n\nAðgangur: {role}\n{may}\nGildir til og með: {date}\n\nSkráðu þig inn á Mínar síður til að skoða. Þar getur þú líka afsalað þér aðganginum.',
    button: 'Opna Aðgangsheimildir',
  },
  accessGivenForEmail: {
    subject: 'Aðgangur veittur að tryggingunum þínum: {holder}',
    preheader: '{role} til og með {date}',
    body: 'Sá sem fer með umsjón fyrir þína hönd hefur veitt öðrum aðgang að tryggingunum þínum.\n\nAðgang fær: {holder}\nAðgangur: {role}\n{may}\nGildir til og með: {date}\n\nÞú getur afturkallað hann hvenær sem er á Mínum síðum.',
    button: 'Opna Aðgangsheimildir',
  },
  accessRevokedEmail: {
    subject: 'Aðgangi þínum er lokið: {giver}',
    preheader: 'Aðgangurinn hefur verið afturkallaður.',
    body: 'Aðgangur þinn að þessum tryggingum hefur verið afturkallaður og er ekki lengur í gildi: {giver}',
    button: 'Opna Aðgangsheimildir',
  },
  accessRevokedForEmail: {
    subject: 'Aðgangur að tryggingunum þínum afturkallaður: {holder}',
    preheader: 'Viðkomandi sér ekki lengur tryggingarnar þínar.',
    body: 'Sá sem fer með umsjón fyrir þína hönd hefur afturkallað aðgang að tryggingunum þínum.\n\nAðgang hafði: {holder}\nAðgangur: {role}\n\nÞú getur veitt hann aftur hvenær sem er á Mínum síðum.',
    button: 'Opna Aðgangsheimildir',
  },
  accessReturnedEmail: {
    subject: 'Aðgangi hefur verið afsalað: {holder}',
    preheader: 'Viðkomandi sér ekki lengur tryggingarnar þínar.',
    body: '{holder} hefur afsalað sér aðganginum að tryggingunum þínum og sér þær ekki lengur.',
    button: 'Opna Aðgangsheimildir',
  },
  emailChangedEmail: {
    subject: 'Netfanginu þínu hefur verið breytt',
    preheader: 'Póstur frá okkur berst ekki lengur á þetta netfang.',
    body: `Skráðu netfangi hefur verið breytt: {customer}. Póstur frá okkur berst framvegis á nýja netfangið en ekki á þetta.\n\nEf þú kannast ekki við breytinguna skaltu hringja strax í ${company.phone}.`,
    bodyBy: `Skráðu netfangi hefur verið breytt: {customer}. Póstur frá okkur berst framvegis á nýja netfangið en ekki á þetta.\n\nBreytinguna gerði: {actor}\n\nEf þú kannast ekki við breytinguna skaltu hringja strax í ${company.phone}.`,
    button: 'Skoða stillingar',
  },
  proposalAcceptedEmail: {
    subject: 'Tilboðið er samþykkt: {offer}',
    preheader: 'Tekur gildi {date}',
    body: 'Þú hefur samþykkt tilboðið {offer}. Tryggingin tekur gildi {date} og ársiðgjaldið er {amount}\n\nUpplýsingaskjalið sem þú kynntir þér er í viðhengi. Skírteinið kemur undir Skjöl á Mínum síðum.',
    button: 'Skoða tilboðið',
  },
  documentSignedEmail: {
    subject: 'Skjalið er undirritað',
    preheader: 'Eintakið þitt er á Mínum síðum.',
    body: 'Skjalið er undirritað: {document}.\n\nEintakið þitt er undir Undirrituð skjöl á Mínum síðum.',
    button: 'Sækja eintak',
  },
  toSignEmail: {
    subject: 'Skjal bíður undirritunar',
    preheader: 'Undirrita þarf í síðasta lagi {date}.',
    body: 'Skjal bíður undirritunar þinnar: {document}. Undirrita þarf það í síðasta lagi {date} með rafrænum skilríkjum.',
    button: 'Lesa og undirrita',
  },
  reminderToSignEmail: {
    subject: 'Áminning: skjal bíður undirritunar',
    preheader: 'Frestur er til {date}.',
    body: 'Skjalið bíður enn undirritunar þinnar: {document}. Frestur er til {date}. Eftir það þarf að útbúa nýtt skjal.',
    button: 'Lesa og undirrita',
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
  chatTranscriptEmail: {
    subject: 'Afrit af netspjalli',
    preheader: 'Spjallið {date} er í viðhengi.',
    body: 'Afrit af netspjallinu {date} er í viðhengi.',
    button: 'Hafa samband',
  },
} as const;
