import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import styles from './frame.module.css'

type FrameProps = {
  width: 'narrow' | 'wide'
  /** Stands above the card; the product's name unless given. */
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** A card in the middle of the page. */
export function Frame({ width, header, footer, children }: FrameProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {header ?? (
          <a className={styles.home} href="/">
            <Brand />
          </a>
        )}
      </header>
      <main className={`${styles.card} ${styles[width]}`}>{children}</main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  )
}
