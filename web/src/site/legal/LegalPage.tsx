import type { PageProps } from '../page.ts'
import { pageName } from '../page.ts'
import { Frame } from '../parts/Frame.tsx'
import { BackIcon } from '../parts/icons.tsx'
import styles from './legal.module.css'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'

/** The privacy policy and the terms, as a model that the operator of an installation reviews. */
export function LegalPage({ page }: PageProps) {
  const { title, intro, sections } = pageName(page) === 'privacy' ? privacy : terms
  return (
    <Frame
      width="wide"
      footer={
        <>
          <a href="/my-data">Meus dados</a> · <a href="/contact">Fale com a gente</a>
        </>
      }
    >
      <a className={styles.back} href="/">
        <BackIcon />
        Voltar
      </a>
      <article className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.model}>
          Este texto é um modelo. Quem opera esta instalação deve revisá-lo com apoio jurídico e completar os seus
          dados.
        </p>
        <p>{intro}</p>
        {sections.map((section, n) => (
          <section key={section.title}>
            <h2>
              {n + 1}. {section.title}
            </h2>
            {section.paragraphs.map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </Frame>
  )
}
