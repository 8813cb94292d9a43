/** Changing the password. */
export const password = {
  password: {
    title: 'Lykilorð',
    lead: 'Nýtt lykilorð tekur gildi strax. Innskráningin hér helst en aðrar falla úr gildi.',
    current: 'Núverandi lykilorð',
    next: 'Nýtt lykilorð',
    show: 'Sýna lykilorðið',
    forgotten: 'Manstu ekki núverandi lykilorð? Fáðu senda slóð til að velja nýtt',
    rules: 'Kröfur til nýs lykilorðs',
    ruleLength: 'Að minnsta kosti {n} stafir',
    ruleCommon: 'Ekki á lista yfir algeng lykilorð',
    ruleTip: 'Auðveldara er að muna nokkur orð í röð en stutt orð með táknum, og erfiðara að giska á þau',
    'missing.one': 'Vantar {n} staf enn',
    'missing.other': 'Vantar {n} stafi enn',
    submit: 'Breyta lykilorði',
    submitting: 'Breyti lykilorðinu',
    changed: 'Lykilorðinu hefur verið breytt',
    changedText: 'Aðrar innskráningar hafa fallið úr gildi. Notaðu nýja lykilorðið næst.',
    failed: 'Ekki tókst að breyta lykilorðinu',
    missingCurrent: 'Skrá þarf núverandi lykilorð',
    missingNext: 'Skrá þarf nýtt lykilorð',
  },
} as const;
