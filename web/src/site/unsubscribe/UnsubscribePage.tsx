import type { Unsubscription } from '../../../../services/marketing/suppressions/schema.ts'
import styles from '../account/account.module.css'
import type { PageProps } from '../page.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'

/**
 * Where the person of a mail says what they no longer want. Opening it changes nothing, since mail programs open links
 * too: only its buttons do, and without JavaScript.
 */
export function UnsubscribePage({ page }: PageProps) {
  const { unsubscription } = page
  if (!unsubscription) throw new Error('The page has no link')
  const { refuses, own, trial } = unsubscription
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
        <h1>{titles[refuses]}</h1>
        <p>{textOf(unsubscription)}</p>
      </div>
      {refuses !== 'nothing' && (
        <Notice tone="success">
          {own ? 'Pronto. Não é preciso fazer mais nada.' : 'Para voltar a receber, fale com a empresa.'}
        </Notice>
      )}
      {own && (
        <div className={styles.actions}>
          {choices[refuses].map(({ value, text }, n) => (
            // One form each: a form sent before the page is alive is sent again without its button's value, and a lost
            // choice would unsubscribe from everything.
            <form key={value} method="post">
              <input type="hidden" name="acao" value={value} />
              <button
                type="submit"
                className={`${controls.button} ${n === 0 && refuses === 'nothing' ? controls.primary : controls.secondary} ${controls.wide}`}
              >
                {text}
              </button>
            </form>
          ))}
        </div>
      )}
      {refuses !== 'everything' && (
        <p>
          Mensagens automáticas são a confirmação de um contato, um retorno ou uma data sua. Avisos sobre um pedido, um
          chamado ou um horário seu chegam sempre.
        </p>
      )}
    </Frame>
  )
}

type Refusal = Unsubscription['refuses']

const titles: Record<Refusal, string> = {
  nothing: 'Deixar de receber e-mails',
  promotions: 'Você saiu das promoções',
  everything: 'Você saiu da lista'
}

/** The person's next choices, the most likely one first. */
const choices: Record<Refusal, { value: string; text: string }[]> = {
  nothing: [
    { value: 'sair', text: 'Não quero mais receber nenhum' },
    { value: 'promocoes', text: 'Parar só as promoções' }
  ],
  promotions: [
    { value: 'voltar', text: 'Foi engano: quero voltar a receber' },
    { value: 'sair', text: 'Não quero mais receber nenhum' }
  ],
  everything: [
    { value: 'voltar', text: 'Foi engano: quero voltar a receber' },
    { value: 'promocoes', text: 'Voltar a receber, menos as promoções' }
  ]
}

function textOf({ company, email, refuses }: Unsubscription): string {
  const whom = email ? `para ${email}` : 'para você'
  switch (refuses) {
    case 'nothing':
      return `${company} envia promoções e mensagens automáticas ${whom}. Escolha o que não quer mais receber.`
    case 'promotions':
      return `${company} não envia mais promoções ${whom}. Mensagens automáticas ainda podem chegar.`
    case 'everything':
      return `${company} não envia mais promoções nem mensagens automáticas ${whom}.`
  }
}
