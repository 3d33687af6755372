const feminine = new Set(
  `academia agência alfaiataria assistência associação autoescola barbearia boutique cafeteria casa cervejaria churrascaria
  clínica companhia confeitaria construtora consultoria contabilidade cooperativa corretora creche distribuidora doceria
  drogaria editora empresa escola estética farmácia faculdade fábrica floricultura fundação funerária galeria gráfica
  hamburgueria igreja imobiliária indústria joalheria lanchonete lavanderia livraria locadora loja marcenaria mecânica
  metalúrgica mercearia oficina ótica padaria papelaria pastelaria peixaria perfumaria pizzaria pousada produtora
  quitanda relojoaria revistaria sapataria serralheria seguradora sorveteria tapeçaria transportadora vidraçaria`.split(
    /\s+/
  )
)
const masculine = new Set(
  `açougue antiquário ateliê atelier banco bar bazar brechó bufê buffet café centro clube colégio condomínio consultório
  cursinho curso empório escritório espaço estacionamento estúdio frigorífico grupo hortifruti hospital hotel instituto
  laboratório mercado mercadinho minimercado motel museu posto restaurante salão sacolão sebo sindicato sítio studio
  supermercado teatro`.split(/\s+/)
)

/**
 * 'da Padaria Central', 'do Mercado do Zé': a company's name as one says from where one speaks. Where the name does not
 * begin with a word that shows its gender, 'da equipe Silva & Filhos', which fits every name.
 */
export function ofCompany(name: string): string {
  const [first = ''] = name.trim().toLowerCase().split(/\s+/)
  if (feminine.has(first)) return `da ${name.trim()}`
  return masculine.has(first) ? `do ${name.trim()}` : `da equipe ${name.trim()}`
}
