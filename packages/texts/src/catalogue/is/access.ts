/** Access permits, and acting for another. */
export const access = {
  accessRole: {
    Readonly: 'Lesaðgangur',
    ReadonlyMay: 'Sér tryggingar, tjón, skjöl og greiðslur en breytir engu.',
    Full: 'Fullur aðgangur',
    FullMay: 'Sér allt og getur líka tilkynnt tjón, greitt, svarað tilboðum og sent okkur beiðnir og gögn.',
    Admin: 'Umsjónaraðgangur',
    AdminMay: 'Getur allt þetta og stýrir auk þess aðgangi annarra, netfangi og símanúmerum.',
  },
} as const;
