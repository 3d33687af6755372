import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import { applyMask, maskPhone, settlePhone } from '../../core/mask.ts'

/** A phone: anything may be typed, and a Brazilian number is shown as one. */
export function PhoneInput(control: InputHTMLAttributes<HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null)

  // What was typed before the page was alive.
  useEffect(() => {
    if (input.current) applyMask(input.current, maskPhone)
  }, [])

  return (
    <input
      ref={input}
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
}
