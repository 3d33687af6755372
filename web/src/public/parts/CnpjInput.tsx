import { type ClipboardEvent, type InputHTMLAttributes, useEffect, useRef } from 'react'
import { cnpjMaskLength, maskCnpj } from '../../../../services/companies/rules.ts'
import { applyMask } from '../../core/mask.ts'

type CnpjInputProps = InputHTMLAttributes<HTMLInputElement> & {
  mask?: (text: string) => string
  onText?: (text: string) => void
}

/** A CNPJ, punctuated while it is typed or however it is pasted. */
export function CnpjInput({ mask = maskCnpj, onText, ...control }: CnpjInputProps) {
  const input = useRef<HTMLInputElement>(null)

  function edit() {
    const text = input.current && applyMask(input.current, mask)
    if (text !== null) onText?.(text)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the page was alive
  useEffect(() => {
    if (input.current?.value && !input.current.readOnly) edit()
  }, [])

  return (
    <input
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      maxLength={cnpjMaskLength}
      onPaste={pasteWhole}
      onInput={edit}
      {...control}
    />
  )
}

/** The browser cuts what is pasted to the length of the input, and would cut digits for the sake of a space. */
function pasteWhole(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
  if (input.readOnly) return
  event.preventDefault()
  input.setRangeText(event.clipboardData.getData('text'), start, end, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
