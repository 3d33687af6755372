/** A row of a list as a small company in Brazil keeps it. */
type Row = Record<(typeof headings)[number], string>

const headings = [
  'Nome',
  'E-mail',
  'Celular / WhatsApp',
  'CNPJ',
  'Empresa',
  'Situação',
  'Vendedor',
  'Etiquetas',
  'Data do contato',
  'Aceita comunicações',
  'Período',
  'Interesse',
  'Orçamento',
  'Observações'
] as const

const names = ['Ana Lima', 'João Conceição', 'Márcia Prado', 'Caio Reis', 'Bento Araújo', 'Lúcia Sá', 'Rui Ferrão']

const sound = (n: number): Row => ({
  Nome: `${names[n % names.length]} ${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(97 + (n % 23))}`,
  'E-mail': `cliente${n}@example.com`,
  'Celular / WhatsApp': `(11) 9${String(81_000_000 + n * 37).replace(/(\d{4})(\d{4})/, '$1-$2')}`,
  CNPJ: '',
  Empresa: '',
  Situação: ['Novo', 'Em contato', 'Perdido'][n % 3] ?? '',
  Vendedor: 'José Silva',
  Etiquetas: ['VIP', 'feira, VIP', ''][n % 3] ?? '',
  'Data do contato': `${String(1 + (n % 28)).padStart(2, '0')}/${String(1 + (n % 12)).padStart(2, '0')}/2025`,
  'Aceita comunicações': ['Sim', 'S', 'N', 'x', 'não'][n % 5] ?? '',
  Período: ['manhã', 'Tarde', ''][n % 3] ?? '',
  Interesse: ['Plano básico', 'Plano completo', ''][n % 3] ?? '',
  Orçamento: ['1.200,50', '800', 'R$ 300'][n % 3] ?? '',
  Observações: ''
})

/** Mistakes that people make in lists; each of them is in one row of thirty. */
export const mistakes: Record<string, (row: Row, n: number) => Partial<Row>> = {
  'capitals in the name': ({ Nome }) => ({ Nome: Nome.toUpperCase() }),
  'spaces around': ({ Nome, 'E-mail': email }) => ({ Nome: `  ${Nome}   `, 'E-mail': ` ${email} ` }),
  'signs that nobody sees': ({ Nome, 'E-mail': email }) => ({ Nome: `\u00ad${Nome}`, 'E-mail': `${email}\u00ad` }),
  'hard spaces': ({ 'Celular / WhatsApp': phone }) => ({ 'Celular / WhatsApp': phone.replace(' ', '\u00a0') }),
  'words beside the phone': ({ 'Celular / WhatsApp': phone }) => ({ 'Celular / WhatsApp': `Cel: ${phone} (whats)` }),
  'two phones': ({ 'Celular / WhatsApp': phone }) => ({ 'Celular / WhatsApp': `${phone} / (11) 3333-4444` }),
  'no area code': ({ 'Celular / WhatsApp': phone }) => ({ 'Celular / WhatsApp': phone.slice(5) }),
  'a rounded phone': () => ({ 'Celular / WhatsApp': '5,51199E+12' }),
  'a text for a phone': () => ({ 'Celular / WhatsApp': 'pedir por e-mail' }),
  'two e-mails': ({ 'E-mail': email }) => ({ 'E-mail': `${email}; outro.${email}` }),
  'half an e-mail': ({ 'E-mail': email }) => ({ 'E-mail': email.replace('.com', '') }),
  'a dash for nothing': () => ({ 'E-mail': '-', Empresa: 'n/d' }),
  'nothing to reach them by': () => ({ 'E-mail': 'não tem', 'Celular / WhatsApp': '' }),
  'no name': () => ({ Nome: '' }),
  'a CPF for a CNPJ': () => ({ CNPJ: '529.982.247-25' }),
  'a CNPJ that is none': () => ({ CNPJ: '12.345.678/0001-99' }),
  'a CNPJ that lost its zero': () => ({ CNPJ: '191' }),
  'a status in own words': (_, n) => ({ Situação: ['em negociação', 'Fechou!', 'visita marcada'][n % 3] ?? '' }),
  'a status of nobody': () => ({ Situação: 'xpto' }),
  'the first name of the owner': () => ({ Vendedor: 'jose' }),
  'a short name of the owner': () => ({ Vendedor: 'Zé' }),
  'an owner who left': () => ({ Vendedor: 'Genivaldo' }),
  'a day that is none': () => ({ 'Data do contato': '31/02/2025' }),
  'a day as a number': (_, n) => ({ 'Data do contato': String(45_400 + n) }),
  'a short year': () => ({ 'Data do contato': '5/3/25' }),
  'words for a day': () => ({ 'Data do contato': 'semana passada' }),
  'yes in own words': (_, n) => ({ 'Aceita comunicações': ['pode mandar', 'nunca!'][n % 2] ?? '' }),
  'an option that the form lacks': () => ({ Interesse: 'plano basico anual' }),
  'an amount in words': () => ({ Orçamento: 'uns mil reais' }),
  'a formula': () => ({ Empresa: '=PROC(A1)', 'E-mail': '#N/D' })
}

/**
 * A file of three hundred rows with thirty kinds of mistakes, in Windows-1252 with a row in UTF-8, a title above the
 * headings, the headings once more, empty rows, repeated rows, and a row of totals.
 */
export function messyList(): Buffer {
  const kinds = Object.values(mistakes)
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const write = (row: Row) => headings.map(heading => cell(row[heading])).join(';')
  const people = Array.from({ length: 295 }, (_, n) => {
    const row = sound(n)
    return write({ ...row, ...kinds[n % kinds.length]?.(row, Math.floor(n / kinds.length)) })
  })
  // The same bytes for every sign that is in here.
  const bytes = (text: string) => Buffer.from(`${text}\r\n`, 'latin1')
  return Buffer.concat([
    bytes(`Clientes 2025${';'.repeat(headings.length - 1)}`),
    bytes(';'.repeat(headings.length - 1)),
    bytes(headings.join(';')),
    ...people.slice(0, 150).map(bytes),
    bytes(headings.join(';')),
    bytes(''),
    bytes(';'.repeat(headings.length - 1)),
    ...people.slice(150).map(bytes),
    bytes(people[0] ?? ''),
    bytes(people[1] ?? ''),
    bytes(people[4] ?? ''),
    Buffer.from(`${write({ ...sound(400), Nome: 'Conceição Pátio' })}\r\n`),
    bytes(`Total: 299${';'.repeat(headings.length - 1)}`)
  ])
}
