import { company } from '../../company.ts';

/** Pages of the public site that tell of a state. */
export const site = {
  notFound: {
    title: 'Síðan fannst ekki',
    text: 'Slóðin er ef til vill röng eða síðan hefur verið flutt. Leitaðu að efninu eða byrjaðu á forsíðunni.',
  },
  serverError: {
    title: 'Villa kom upp hjá okkur',
    text: `Síðan opnaðist ekki vegna bilunar hjá okkur. Reyndu aftur eftir nokkrar mínútur. Ef erindið er brýnt hringirðu í ${company.phone}.`,
    reference: 'Tilvísun: {reference}',
    retry: 'Reyna aftur',
  },
  error: {
    title: 'Eitthvað fór úrskeiðis',
    text: `Ekki tókst að ljúka því sem þú varst að gera. Það sem þú hafðir skrifað er geymt í vafranum þínum. Reyndu aftur eða hringdu í ${company.phone}.`,
    reference: 'Tilvísun: {reference}',
    retry: 'Reyna aftur',
  },
  loggedOut: {
    title: 'Þú hefur skráð þig út',
    text: 'Lokaðu vafranum ef fleiri nota tölvuna.',
  },
  offline: {
    title: 'Ekkert netsamband',
    text: `Síðan hefur ekki verið opnuð áður í þessu tæki og því er ekkert afrit til af henni. Síminn ${company.phone} virkar áfram og í neyð hringirðu í 112.`,
    retry: 'Reyna aftur',
  },
  noScript: {
    title: 'Vefurinn virkar án JavaScript',
    text: `Þú getur lesið allar síður. Eyðublöð og Mínar síður þurfa JavaScript. Hringdu í ${company.phone} ef þú vilt heldur tala við okkur.`,
  },
} as const;
