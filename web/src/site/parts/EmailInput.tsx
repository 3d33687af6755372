import type { ComponentProps } from 'react'

/** An e-mail as it is written: no capital at its beginning, no spelling, and no longer than one may be (RFC 5321). */
export function EmailInput(props: ComponentProps<'input'>) {
  return <input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} maxLength={254} {...props} />
}
