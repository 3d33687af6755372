import { emailTexts, readTypedEmail } from '../../core/emails.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { phoneKey, storePhone } from '../../core/telephone/rules.ts'
import {
  type Address,
  type AddressKind,
  addressTexts,
  maxAddresses,
  maxAddressLabel,
  type StoredAddress,
  unfitLabel
} from './addresses/rules.ts'

export const addressKinds = ['phones', 'emails'] as const

/** The column of the main one of each list. */
export const mainOf = { phones: 'phone', emails: 'email' } as const

/** A telephone or an e-mail as it came, before it is checked. */
export type TypedAddress = { value: string; label?: string | null; main?: boolean; canMessage?: boolean }

export const keyOf = (kind: AddressKind, value: string): string =>
  kind === 'phones' ? phoneKey(value) : value.toLowerCase()

export const storedAddress = (kind: AddressKind, { value, label, main, canMessage }: Address): StoredAddress => ({
  key: keyOf(kind, value),
  main,
  label,
  value,
  canMessage
})

/** The value as it is stored, or what is wrong with it. */
function readValue(kind: AddressKind, typed: string): { value: string; fault?: string } {
  const text = typed.trim()
  if (!text) return { value: '', fault: addressTexts[kind].empty }
  if (kind === 'phones') {
    const value = storePhone(text)
    const fault = value ? checkPhone(value) : checkPhone('0')
    return fault ? { value, fault } : { value }
  }
  const { email, fault } = readTypedEmail(text)
  return fault ? { value: text, fault: emailTexts[fault] } : { value: email }
}

/**
 * A typed list as it is stored, the main one first; `errors` names each field in fault, as `phones.1.value`. Without a
 * main one the first is.
 */
export function readAddresses(
  kind: AddressKind,
  typed: readonly TypedAddress[]
): { list: StoredAddress[]; errors: Record<string, string> } {
  const texts = addressTexts[kind]
  const errors: Record<string, string> = {}
  if (typed.length > maxAddresses) return { list: [], errors: { [kind]: texts.tooMany } }
  const list: StoredAddress[] = []
  for (const [at, { value: text, label = null, main = false, canMessage = true }] of typed.entries()) {
    const { value, fault } = readValue(kind, text)
    const name = label?.trim() || null
    const key = keyOf(kind, value)
    if (fault) errors[`${kind}.${at}.value`] = fault
    else if (list.some(each => each.key === key)) errors[`${kind}.${at}.value`] = texts.twice
    if (name && name.length > maxAddressLabel) errors[`${kind}.${at}.label`] = addressTexts.longLabel
    else if (name && unfitLabel.test(name)) errors[`${kind}.${at}.label`] = addressTexts.unfitLabel
    if (main && list.some(each => each.main)) errors[`${kind}.${at}.main`] = texts.twoMains
    list.push({ key, main, label: name, value, canMessage })
  }
  const first = list.find(each => each.main) ?? list[0]
  return { list: first ? withMain(list, first) : [], errors }
}

/** A list with one of its addresses as the main one, which comes first. */
const withMain = (list: readonly StoredAddress[], main: StoredAddress): StoredAddress[] =>
  [main, ...list.filter(each => each !== main)].map((each, at) => ({ ...each, main: at === 0 }))

type Row = {
  phone: string | null
  email: string | null
  phones?: StoredAddress[] | null
  emails?: StoredAddress[] | null
}

/** All telephones or e-mails of a row, the main one first. */
export function addressesOf(kind: AddressKind, row: Row): StoredAddress[] {
  const [list, value] = [row[kind], row[mainOf[kind]]]
  if (list) return list
  return value === null ? [] : [storedAddress(kind, { value, label: null, main: true, canMessage: true })]
}

/** The list as its column takes it: null for one that says no more than its main address. */
export const settled = (list: readonly StoredAddress[]): StoredAddress[] | null =>
  list.length > 1 || list.some(({ label, canMessage }) => label !== null || !canMessage)
    ? list
        .slice(0, maxAddresses)
        .map(({ key, label, value, canMessage }, at) => ({ key, main: at === 0, label, value, canMessage }))
    : null

/** Both lists, each address once; where both have one, it may be written to only where both say so. */
export const joined = (a: readonly StoredAddress[], b: readonly StoredAddress[]): StoredAddress[] => [
  ...a.map(each => {
    const other = b.find(({ key }) => key === each.key)
    return other ? { ...each, label: each.label ?? other.label, canMessage: each.canMessage && other.canMessage } : each
  }),
  ...b.filter(each => !a.some(({ key }) => key === each.key))
]

/** The list as the API has it. */
export const shown = (list: readonly StoredAddress[]): Address[] =>
  list.map(({ value, label, main, canMessage }) => ({ value, label, main, canMessage }))
