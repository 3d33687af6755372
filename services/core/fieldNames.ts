/** Portuguese names of fields that many requests have; each feature names its own in its `feature.ts`. */
export const commonFieldNames: Readonly<Record<string, string>> = {
  active: 'Ativo',
  address: 'Endereço',
  body: 'Texto',
  client: 'Empresa',
  cnpj: 'CNPJ',
  columns: 'Colunas',
  company: 'Empresa',
  companyId: 'Empresa',
  companyName: 'Nome da empresa',
  days: 'Dias',
  description: 'Descrição',
  email: 'E-mail',
  employeeId: 'Pessoa',
  employeeIds: 'Pessoas',
  features: 'Recursos',
  filter: 'Filtro',
  format: 'Formato',
  from: 'De',
  industry: 'Ramo',
  jobTitle: 'Cargo',
  kind: 'Tipo',
  label: 'Rótulo',
  limit: 'Quantidade',
  message: 'Mensagem',
  minutes: 'Minutos',
  name: 'Nome',
  notes: 'Observações',
  offset: 'Início da lista',
  options: 'Opções',
  phone: 'Telefone',
  plan: 'Plano',
  q: 'Busca',
  range: 'Intervalo',
  reason: 'Motivo',
  sort: 'Ordenação',
  subject: 'Assunto',
  text: 'Texto',
  timeZone: 'Fuso horário',
  title: 'Título',
  to: 'Até',
  type: 'Tipo',
  value: 'Valor',
  whatsapp: 'WhatsApp'
}

/**
 * The last name in a path such as `config.apiKey` or `members.0.maxOpen`, by which the field is called; undefined where
 * it has none.
 */
export const fieldName = (names: Readonly<Record<string, string>>, path: string): string | undefined => {
  const last = path
    .split('.')
    .filter(part => !/^\d+$/.test(part))
    .at(-1)
  return last !== undefined && Object.hasOwn(names, last) ? names[last] : undefined
}
