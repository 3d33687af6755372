import { useTheme } from '@mui/material/styles'

/** The product's sign, drawn here so that it costs no request. */
export function Mark() {
  const { main, on } = useTheme().tokens.tones.brand
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill={main} />
      <path
        fill={on}
        d="M9 8.5h14a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5h-7.2L11 25.6v-4.1H9A2.5 2.5 0 0 1 6.5 19v-8A2.5 2.5 0 0 1 9 8.5Z"
      />
      <path d="M11 13h10M11 17h6" stroke={main} strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
