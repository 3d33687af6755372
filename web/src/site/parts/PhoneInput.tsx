import type { InputHTMLAttributes } from 'react'
import { applyMask, maskPhone, settlePhone } from '../../core/mask.ts'

/** A phone: anything may be typed, and a Brazilian number is shown as one. */
export const PhoneInput = (control: InputHTMLAttributes<HTMLInputElement>) => (
  <input
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    maxLength={40}
    onInput={event => applyMask(event.currentTarget, maskPhone)}
    onBlur={event => {
      event.currentTarget.value = settlePhone(event.currentTarget.value)
    }}
    {...control}
  />
)
