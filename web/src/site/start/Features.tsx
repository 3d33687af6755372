import type { ReactNode } from 'react'
import { isComing } from '../../../../services/account/plans/announced/rules.ts'
import { Soon } from './Soon.tsx'
import styles from './start.module.css'

const icon = (path: ReactNode) => (
  <svg
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {path}
  </svg>
)

const features = [
  {
    icon: icon(
      <path d="M6 3h12a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM8 8h8M8 12h8M8 16h4" />
    ),
    title: 'Formulário público',
    words: 'Um link para o site, o Instagram e o WhatsApp. Abre rápido no celular e não perde nenhum envio.'
  },
  {
    icon: icon(<path d="M4 6h16M4 12h16M4 18h10" />),
    title: 'Leads organizados',
    words: 'Busca sem acento por nome, telefone ou CNPJ, situação de cada um e tudo o que já foi conversado.'
  },
  {
    icon: icon(<path d="M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z" />),
    title: 'WhatsApp e Instagram',
    words: 'As conversas ficam junto do lead, e a equipe responde de um lugar só.'
  },
  {
    icon: icon(
      <>
        <rect x="3.5" y="5" width="17" height="15.5" rx="3" />
        <path d="M8 3v4M16 3v4M3.5 10.5h17M9 15l2 2 4-4" />
      </>
    ),
    title: 'Agenda on-line',
    words: 'O cliente marca sozinho um horário livre, recebe convite e lembrete, e nenhum horário é vendido duas vezes.'
  },
  {
    icon: icon(<path d="M3.5 6.5h17v11h-17zM4 7l8 6 8-6" />),
    title: 'E-mail marketing',
    words: 'Campanhas só para quem aceitou receber, com o consentimento guardado como prova.'
  },
  {
    icon: icon(
      <>
        <circle cx="9" cy="8.5" r="3.5" />
        <path d="M3 20c.6-3.6 3-5.5 6-5.5s5.4 1.9 6 5.5M16 5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.8c2 .7 3.2 2.4 3.5 5.2" />
      </>
    ),
    title: 'Equipe e permissões',
    words: 'Cada pessoa vê os seus leads ou os de todos, e tudo o que muda fica registrado.'
  }
]

export const Features = () => (
  <section className={styles.section} id="recursos" aria-labelledby="recursos-titulo">
    <div className={styles.heading}>
      <h2 id="recursos-titulo">Tudo o que um lead precisa até virar cliente</h2>
      <p>Do primeiro clique no formulário ao contrato, sem planilha e sem trocar de tela.</p>
    </div>
    <ul className={styles.features}>
      {features.map(feature => (
        <li key={feature.title}>
          <span className={styles.symbol}>{feature.icon}</span>
          <h3>
            {feature.title}
            {isComing(feature.title) && <Soon />}
          </h3>
          <p>{feature.words}</p>
        </li>
      ))}
    </ul>
  </section>
)
