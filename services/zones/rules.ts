/** Where companies are, as a person in Brazil would say it. */
export const timeZones: Record<string, string> = {
  'America/Sao_Paulo': 'Brasília, Sul, Sudeste e Goiás',
  'America/Bahia': 'Bahia',
  'America/Fortaleza': 'Ceará, Maranhão, Paraíba, Piauí e Rio Grande do Norte',
  'America/Recife': 'Pernambuco',
  'America/Maceio': 'Alagoas e Sergipe',
  'America/Araguaina': 'Tocantins',
  'America/Belem': 'Amapá e leste do Pará',
  'America/Santarem': 'Oeste do Pará',
  'America/Cuiaba': 'Mato Grosso',
  'America/Campo_Grande': 'Mato Grosso do Sul',
  'America/Manaus': 'Amazonas',
  'America/Boa_Vista': 'Roraima',
  'America/Porto_Velho': 'Rondônia',
  'America/Rio_Branco': 'Acre',
  'America/Noronha': 'Fernando de Noronha'
}
