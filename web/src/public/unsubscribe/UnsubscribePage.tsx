import styles from '../account/account.module.css'
import type { PageProps } from '../page.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'

/**
 * Where the person of a mail says that they want no more of them. Opening it changes nothing, since mail programs open
 * links too: only its buttons do, and without JavaScript.
 */
export function UnsubscribePage({ page }: PageProps) {
  const { unsubscription } = page
  if (!unsubscription) throw new Error('The page has no link')
  const { company, email, unsubscribed, trial } = unsubscription
  const whom = email ? `para ${email}` : 'para você'
  if (trial)
    return (
      <Frame width="narrow">
        <div className={styles.heading}>
          <h1>Descadastro</h1>
        </div>
        <Notice tone="warning">
          Este é o link de um e-mail de teste. Em uma campanha, cada pessoa tem o seu e pode sair da lista por ele.
        </Notice>
      </Frame>
    )
  return (
    <Frame width="narrow">
      <div className={styles.heading}>
        <h1>{unsubscribed ? 'Você saiu da lista' : 'Deixar de receber e-mails'}</h1>
        <p>
          {unsubscribed
            ? `${company} não envia mais e-mails de divulgação ${whom}.`
            : `${company} envia e-mails de divulgação ${whom}. Confirme se não quer mais receber nenhum.`}
        </p>
      </div>
      {unsubscribed && <Notice tone="success">Pronto. Não é preciso fazer mais nada.</Notice>}
      <form method="post" className={styles.actions}>
        <input type="hidden" name="acao" value={unsubscribed ? 'voltar' : 'sair'} />
        <button
          type="submit"
          className={`${controls.button} ${unsubscribed ? controls.secondary : controls.primary} ${controls.wide}`}
        >
          {unsubscribed ? 'Foi engano: quero voltar a receber' : 'Não quero mais receber'}
        </button>
      </form>
      {!unsubscribed && <p>Avisos sobre um pedido ou um horário seu continuam chegando.</p>}
    </Frame>
  )
}
