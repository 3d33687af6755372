import type { ClipboardEvent, InputHTMLAttributes } from 'react'
import { cnpjMaskLength, maskAnyCnpj, maskCnpj } from '../../../../services/account/companies/rules.ts'
import { applyMask } from '../../core/mask.ts'

type CnpjInputProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Letters are taken too. */
  letters?: boolean
  onText?: (text: string) => void
}

/** A CNPJ, punctuated while it is typed or however it is pasted. */
export const CnpjInput = ({ letters = false, onText, ...control }: CnpjInputProps) => (
  <input
    inputMode={letters ? 'text' : 'numeric'}
    autoCapitalize="characters"
    spellCheck={false}
    autoComplete="off"
    maxLength={cnpjMaskLength}
    onPaste={pasteWhole}
    onInput={event => {
      const text = applyMask(event.currentTarget, letters ? maskAnyCnpj : maskCnpj)
      onText?.(text)
    }}
    {...control}
  />
)

/** The browser cuts what is pasted to the length of the input, and would cut digits for the sake of a space. */
function pasteWhole(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
  if (input.readOnly) return
  event.preventDefault()
  input.setRangeText(event.clipboardData.getData('text'), start, end, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
