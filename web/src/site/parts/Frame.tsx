import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import styles from './frame.module.css'

type FrameProps = {
  /** `embedded`: in a page of somebody else, which has a background of its own. */
  width: 'narrow' | 'wide' | 'embedded'
  /** Stands above the card; the product's name unless given. */
  header?: ReactNode
  footer?: ReactNode
  /** Inside another page of ours, which has its own. */
  landmarks?: boolean
  children: ReactNode
}

/** A card in the middle of the page. */
export function Frame({ width, header, footer, landmarks = true, children }: FrameProps) {
  const [Header, Main, Footer] = landmarks ? (['header', 'main', 'footer'] as const) : (['div', 'div', 'div'] as const)
  return (
    <div className={styles.page} data-embedded={width === 'embedded' || undefined}>
      <Header className={styles.header}>
        {header ?? (
          <a className={styles.home} href="/">
            <Brand />
          </a>
        )}
      </Header>
      <Main className={`${styles.card} ${styles[width]}`}>{children}</Main>
      {footer && <Footer className={styles.footer}>{footer}</Footer>}
    </div>
  )
}
