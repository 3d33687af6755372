import { expect, test } from 'vitest'
import { maskCnpj } from '../../services/account/companies/rules.ts'
import { applyMask, maskPhone, settlePhone } from '../../web/src/core/mask.ts'

/** As much of an input as a mask touches; the bar stands for the caret. */
function input(text: string) {
  const caret = text.indexOf('|')
  const fake = {
    value: text.replace('|', ''),
    selectionStart: caret,
    setSelectionRange(start: number) {
      this.selectionStart = start
    }
  }
  return fake as unknown as HTMLInputElement & typeof fake
}

const shown = ({ value, selectionStart }: ReturnType<typeof input>) =>
  `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`

test.each([
  ['112|', '11.2|'],
  ['11.222.333/0001-81|', '11.222.333/0001-81|'],
  ['11222333000181|', '11.222.333/0001-81|'],
  ['119|.222.333/0001-81', '11.9|22.233/3000-18'],
  ['1|1222.333/0001-81', '1|1.222.333/0001-81'],
  ['abc|', '|']
])('the CNPJ typed as %s is shown as %s', (typed, expected) => {
  const field = input(typed)
  applyMask(field, maskCnpj)
  expect(shown(field)).toBe(expected)
})

test.each([
  ['11', '11'],
  ['119', '(11) 9'],
  ['11987654321', '(11) 98765-4321'],
  ['1134567890', '(11) 3456-7890'],
  ['(11) 98765-43210', '119876543210'],
  ['0800 123 4567', '0800 123 4567'],
  ['+351 912 345 678', '+351 912 345 678'],
  ['ramal 12, falar com Zé', 'ramal 12, falar com Zé'],
  ['(11) ', '(11) ']
])('the phone typed as "%s" is shown as "%s"', (typed, expected) => {
  expect(maskPhone(typed)).toBe(expected)
})

test.each([
  ['+55 11 98765-4321', '(11) 98765-4321'],
  ['011987654321', '(11) 98765-4321'],
  ['1187654321', '1187654321'],
  ['+47 22 12 34 56', '+47 22 12 34 56'],
  ['00351 91 234 5678', '00351 91 234 5678'],
  ['0800 123 4567', '0800 123 4567'],
  ['', '']
])('the phone "%s" is left as "%s", with no digit that was not typed', (typed, expected) => {
  expect(settlePhone(typed)).toBe(expected)
})
