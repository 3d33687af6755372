/** A telephone or an e-mail of a lead. */
export type Address = { value: string; label: string | null; main: boolean; canMessage: boolean }

/** The same as it is stored: `key` is what people are compared by. The keys are in the order of `jsonb`. */
export type StoredAddress = { key: string; main: boolean; label: string | null; value: string; canMessage: boolean }

export type AddressKind = 'phones' | 'emails'

/** Labels that are offered; any other word may be one too. */
export const addressLabels = ['celular', 'trabalho', 'casa', 'recado', 'fax'] as const

/** The most telephones, and the most e-mails, of one lead. */
export const maxAddresses = 10

export const maxAddressLabel = 40

/** Signs that separate the telephones and e-mails of a cell. */
export const unfitLabel = /[();\r\n]/

export const addressTexts = {
  unfitLabel: 'O tipo não pode ter parênteses nem ponto e vírgula.',
  longLabel: `O tipo pode ter no máximo ${maxAddressLabel} caracteres.`,
  phones: {
    empty: 'Informe o telefone.',
    twice: 'Este telefone já está na lista.',
    twoMains: 'Só um telefone pode ser o principal.',
    tooMany: `Um lead tem no máximo ${maxAddresses} telefones.`
  },
  emails: {
    empty: 'Informe o e-mail.',
    twice: 'Este e-mail já está na lista.',
    twoMains: 'Só um e-mail pode ser o principal.',
    tooMany: `Um lead tem no máximo ${maxAddresses} e-mails.`
  }
} as const

const noMessages = 'sem mensagens'

/** A list as a cell of an export has it: `11987654321 (celular); 1133334444 (trabalho, sem mensagens)`. */
export const addressesText = (list: readonly Address[], write: (value: string) => string): string =>
  list
    .map(({ value, label, canMessage }) => {
      const beside = [label, canMessage ? null : noMessages].filter(text => text !== null).join(', ')
      return beside ? `${write(value)} (${beside})` : write(value)
    })
    .join('; ')

/** The label and the right to write that stand behind an address in such a cell. */
export function readBeside(text: string): Pick<Address, 'label' | 'canMessage'> {
  const canMessage = text !== noMessages && !text.endsWith(`, ${noMessages}`)
  const label = canMessage ? text : text.slice(0, -noMessages.length).replace(/, $/, '')
  return { label: label.trim() || null, canMessage }
}
