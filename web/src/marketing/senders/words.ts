import type { RecordKind, RecordProblem, RecordState } from '../../../../services/marketing/senders/rules.ts'
import type { Tone } from '../../core/tokens.ts'

export const recordWords: Record<RecordKind, { title: string; text: string }> = {
  spf: { title: 'SPF: quem pode enviar', text: 'Diz quais servidores podem enviar e-mails em nome do seu domínio.' },
  dkim: {
    title: 'DKIM: a sua assinatura',
    text: 'Com ele, quem recebe confere que o e-mail saiu mesmo da sua empresa e não foi alterado no caminho.'
  },
  next_dkim: {
    title: 'DKIM: a chave nova',
    text: 'Quando encontrarmos este registro, a chave nova passa a assinar. Até lá, a atual continua. Apague o registro antigo só uma semana depois da troca.'
  },
  dmarc: {
    title: 'DMARC: o que fazer com e-mails falsos',
    text: 'Gmail e Yahoo pedem este registro de quem envia campanhas. O valor abaixo não bloqueia nenhum e-mail seu.'
  }
}

export const stateWords: Record<RecordState, { label: string; tone: Tone }> = {
  unchecked: { label: 'Ainda não conferido', tone: 'neutral' },
  right: { label: 'Tudo certo', tone: 'success' },
  missing: { label: 'Falta criar', tone: 'warning' },
  different: { label: 'Precisa de ajuste', tone: 'error' },
  silent: { label: 'O DNS não respondeu', tone: 'info' }
}

const generalProblems: Record<RecordProblem, string> = {
  several: 'Há mais de um registro destes, e assim nenhum vale. Apague os outros e deixe só o de baixo.',
  not_included:
    'Já existe um registro SPF. Não crie outro, pois com dois nenhum vale: edite o que existe para ficar como abaixo.',
  lookups:
    'O registro SPF consulta mais de 10 endereços, e acima disso ele não vale. Tire dele os serviços que a empresa não usa mais.',
  broken:
    'O registro SPF cita um domínio que não tem um SPF válido, e por isso não vale. Tire dele o serviço que não existe mais.',
  syntax:
    'O registro SPF tem um erro de escrita, e por isso não vale. Confira cada parte: endereços levam ip4: ou ip6: antes, e depois de include: vem um domínio.',
  other_key: 'Existe um registro com este nome, mas com outra chave. Troque o valor pelo de baixo, inteiro.',
  unreadable: 'Existe um registro com este nome, mas o conteúdo não é o esperado. Troque o valor pelo de baixo.',
  doubled:
    'O registro foi criado, mas o painel repetiu o domínio no nome. Edite o nome e deixe só a parte curta, abaixo.'
}

/**
 * A sentence with the problem of a record and its remedy; undefined where its state says it all. `canEnter` is whether
 * something to enter stands below.
 */
export function problemText(
  kind: RecordKind,
  state: RecordState,
  problem: RecordProblem | null,
  canEnter: boolean
): string | undefined {
  if (kind === 'spf' && problem === 'several')
    return canEnter
      ? 'Há mais de um registro SPF, e com dois nenhum vale. Apague todos e crie só o de baixo, que junta o que havia neles.'
      : 'Há mais de um registro SPF, e com dois nenhum vale. Junte em um só as partes que a empresa ainda usa.'
  if (problem === 'not_included' && !canEnter)
    return 'Já existe um registro SPF, que não autoriza este envio e é longo demais. Tire dele os serviços que a empresa não usa mais.'
  if (kind === 'dmarc' && problem === 'several')
    return 'Há mais de um registro DMARC, e assim nenhum vale. Deixe só um, com a regra que a empresa quer manter.'
  if (problem) return generalProblems[problem]
  if (state === 'silent')
    return 'Não deu para saber se o registro existe: o DNS do domínio não respondeu. Confira de novo em alguns minutos.'
  return undefined
}
