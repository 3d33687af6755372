import type { ReactNode } from 'react'
import styles from './controls.module.css'
import { CheckIcon, WarningIcon } from './icons.tsx'

const tones = { error: styles.noticeError, warning: styles.noticeWarning, success: styles.noticeSuccess }

/** A message that stays on the page; errors and warnings are spoken at once, good news politely. */
export function Notice({ tone, title, children }: { tone: keyof typeof tones; title?: string; children: ReactNode }) {
  return (
    <div className={`${styles.notice} ${tones[tone]}`} role={tone === 'success' ? 'status' : 'alert'}>
      {tone === 'success' ? <CheckIcon /> : <WarningIcon />}
      <div>
        {title && <p className={styles.noticeTitle}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
