import type { PageProps } from '../page.ts'
import { Leaving } from '../parts/Leaving.tsx'
import { useHomeIfSignedIn } from '../parts/signedIn.ts'
import { Benefits } from './Benefits.tsx'
import { Closing } from './Closing.tsx'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { Plans } from './Plans.tsx'
import { Questions } from './Questions.tsx'
import { StartFooter } from './StartFooter.tsx'
import { StartHeader } from './StartHeader.tsx'
import styles from './start.module.css'

/** Shows a visitor what the product does and costs; a signed-in person is sent on. */
export function StartPage({ page }: PageProps) {
  const leaving = useHomeIfSignedIn({ returning: false })
  if (leaving) return <Leaving />
  const days = page.trialDays ?? 14
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      <StartHeader />
      <main id="conteudo">
        <Hero days={days} />
        <Features />
        <Benefits />
        {page.plans && <Plans plans={page.plans} days={days} />}
        <Questions days={days} />
        <Closing days={days} />
      </main>
      <StartFooter />
    </div>
  )
}
