/** What the photo viewer says, loaded with it. */
export const photos = {
  photos: {
    loading: 'Sæki myndina',
    failed: 'Ekki tókst að sækja myndina',
    unreadable: 'Ekki er hægt að sýna skrána',
    unreadableText: 'Skráin er skráð sem mynd en er skemmd eða eitthvað annað. Þú getur sótt hana.',
    heicText:
      'Myndin er á sniðinu HEIC, sem þessi vafri sýnir ekki, eða skráin er skemmd. Sæktu hana og opnaðu í öðru forriti.',
    position: '{n} af {total}',
    previous: 'Fyrri mynd',
    next: 'Næsta mynd',
    zoomIn: 'Stækka',
    zoomOut: 'Minnka',
    fit: 'Sýna alla myndina',
    zoom: 'Stækkun {percent}',
    turn: 'Snúa til hægri',
    turned: 'Snúið um {degrees}°',
    compare: 'Bera saman',
    chosen: 'Valin',
    controls: 'Aðgerðir á mynd',
    comparison: 'Smelltu á mynd til að velja hvora takkarnir eiga við.',
    download: 'Sækja {name}',
    downloadFailed: 'Ekki tókst að sækja skrána',
    keys: 'Lyklar: ← → fletta og færa stækkaða mynd, Page Up og Page Down fletta alltaf, + og − stækka og minnka, 0 sýnir alla myndina, R snýr, C ber saman.',
  },
};
