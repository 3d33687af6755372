import type { Remedy } from '../errors.ts'

type Meaning = { remedy: Remedy; text: string; next: string }

const writeLater = 'Tente de novo mais tarde.'
const askSupport = 'Abra o Gerenciador do WhatsApp da Meta e veja o que falta.'

/** By code, since Meta's titles and subcodes change (Meta, "WhatsApp Cloud API: error codes", v26.0). */
const meanings: Record<number, Meaning> = {
  0: { remedy: 'reauthorize', text: 'A Meta não aceita mais o token do canal.', next: 'Conecte o canal de novo.' },
  1: { remedy: 'retry', text: 'A Meta está com um problema.', next: writeLater },
  2: { remedy: 'retry', text: 'O serviço da Meta está fora do ar.', next: writeLater },
  3: {
    remedy: 'permission',
    text: 'O aplicativo não pode fazer isso.',
    next: 'Revise as permissões do aplicativo na Meta.'
  },
  4: {
    remedy: 'pace',
    text: 'O aplicativo enviou demais em pouco tempo.',
    next: 'O envio continua sozinho, mais devagar.'
  },
  10: {
    remedy: 'permission',
    text: 'O aplicativo não tem permissão para isso.',
    next: 'Revise as permissões do aplicativo na Meta.'
  },
  33: {
    remedy: 'final',
    text: 'A Meta não conhece este número ou esta conta.',
    next: 'Confira a configuração do canal.'
  },
  100: { remedy: 'final', text: 'A Meta não aceitou a mensagem.', next: 'Confira o número do cliente e o conteúdo.' },
  190: { remedy: 'reauthorize', text: 'O token do canal venceu ou foi revogado.', next: 'Conecte o canal de novo.' },
  368: { remedy: 'blocked', text: 'A Meta bloqueou a conta por causa das regras de uso.', next: askSupport },
  551: { remedy: 'final', text: 'Esta pessoa não pode receber mensagens agora.', next: 'Use outro meio de contato.' },
  80007: {
    remedy: 'pace',
    text: 'A conta enviou demais em pouco tempo.',
    next: 'O envio continua sozinho, mais devagar.'
  },
  130429: {
    remedy: 'pace',
    text: 'O número enviou demais em pouco tempo.',
    next: 'O envio continua sozinho, mais devagar.'
  },
  130472: {
    remedy: 'final',
    text: 'A Meta não entrega divulgação a esta pessoa agora.',
    next: 'Escreva quando ela mandar uma mensagem.'
  },
  130497: { remedy: 'blocked', text: 'A conta não pode enviar mensagens para este país.', next: askSupport },
  131000: { remedy: 'retry', text: 'A Meta não conseguiu enviar.', next: writeLater },
  131005: {
    remedy: 'permission',
    text: 'O token não pode enviar por este número.',
    next: 'Revise as permissões do token na Meta.'
  },
  131008: { remedy: 'final', text: 'Faltou um dado na mensagem.', next: 'Escreva a mensagem de novo.' },
  131009: {
    remedy: 'final',
    text: 'Um dado da mensagem não é válido.',
    next: 'Confira a mensagem e o número do cliente.'
  },
  131016: { remedy: 'retry', text: 'A Meta está sobrecarregada.', next: writeLater },
  131021: {
    remedy: 'final',
    text: 'A mensagem foi para o próprio número da empresa.',
    next: 'Confira o número do cliente.'
  },
  131026: {
    remedy: 'final',
    text: 'A mensagem não pôde ser entregue: o número não tem WhatsApp, ou usa uma versão antiga.',
    next: 'Confira o número ou fale por outro meio.'
  },
  131031: { remedy: 'blocked', text: 'A Meta bloqueou a conta.', next: askSupport },
  131037: { remedy: 'permission', text: 'O nome de exibição do número ainda não foi aprovado.', next: askSupport },
  131042: { remedy: 'permission', text: 'Há um problema com o pagamento da conta na Meta.', next: askSupport },
  131045: { remedy: 'permission', text: 'O número não está registrado na Meta.', next: askSupport },
  131047: {
    remedy: 'final',
    text: 'Já passaram 24 horas da última mensagem do cliente.',
    next: 'Espere o cliente escrever, ou use um modelo aprovado.'
  },
  // It lasts for hours, and attempts meanwhile count against the number.
  131048: {
    remedy: 'final',
    text: 'A Meta limitou o número por causa de denúncias.',
    next: 'Espere algumas horas e envie de novo.'
  },
  131049: { remedy: 'final', text: 'A Meta limitou a divulgação para esta pessoa.', next: 'Espere pelo menos um dia.' },
  131050: {
    remedy: 'final',
    text: 'Esta pessoa não quer mais receber divulgação.',
    next: 'Escreva só quando ela mandar uma mensagem.'
  },
  131051: { remedy: 'final', text: 'O WhatsApp não aceita este tipo de mensagem.', next: 'Envie de outra forma.' },
  131052: { remedy: 'final', text: 'O arquivo não pôde ser baixado.', next: 'Peça que o cliente envie de novo.' },
  131053: {
    remedy: 'final',
    text: 'O arquivo não pôde ser enviado à Meta.',
    next: 'Confira o tipo e o tamanho do arquivo.'
  },
  131056: {
    remedy: 'pair',
    text: 'Muitas mensagens seguidas para esta pessoa.',
    next: 'O envio continua sozinho, mais devagar.'
  },
  131057: { remedy: 'retry', text: 'A conta está em manutenção na Meta.', next: writeLater },
  131062: {
    remedy: 'final',
    text: 'Esta mensagem só pode ir para um número de telefone.',
    next: 'Peça o telefone do cliente.'
  },
  132000: {
    remedy: 'final',
    text: 'Os campos não são os que o modelo tem agora.',
    next: 'Sincronize os modelos e envie de novo.'
  },
  132001: {
    remedy: 'final',
    text: 'O modelo não existe mais na Meta neste idioma.',
    next: 'Sincronize os modelos e escolha outro.'
  },
  132005: { remedy: 'final', text: 'Com os campos preenchidos o texto fica longo demais.', next: 'Encurte os campos.' },
  132007: { remedy: 'final', text: 'O modelo não segue as regras da Meta.', next: 'Escolha outro modelo.' },
  132012: {
    remedy: 'final',
    text: 'Um dos campos do modelo não é aceito.',
    next: 'Confira os campos e envie de novo.'
  },
  132015: {
    remedy: 'final',
    text: 'A Meta pausou o modelo, porque clientes o bloquearam ou denunciaram.',
    next: 'Escolha outro modelo.'
  },
  132016: { remedy: 'final', text: 'A Meta desativou o modelo.', next: 'Escolha outro modelo.' },
  133010: { remedy: 'permission', text: 'O número não está registrado na Meta.', next: askSupport }
}

/** An expected failure of the Graph API. */
export type GraphFailure = {
  code: number
  status: number
  details: string | null
  /** Distinguishes refusals that share a code. */
  subcode?: number
}

/** The meaning of a failure; unknown codes go by the status: the provider's own failures are retried. */
function meaningOf({ code, status }: Pick<GraphFailure, 'code' | 'status'>): Meaning {
  const meaning = meanings[code]
  if (meaning) return meaning
  if (code >= 200 && code < 300)
    return {
      remedy: 'permission',
      text: 'O token não tem permissão para isso.',
      next: 'Revise as permissões do token na Meta.'
    }
  if (code >= 132_000 && code < 133_000)
    return { remedy: 'final', text: 'O modelo não pôde ser usado.', next: 'Confira o modelo e os seus campos.' }
  if (status === 429)
    return { remedy: 'pace', text: 'A Meta pediu para enviar mais devagar.', next: 'O envio continua sozinho.' }
  if (status >= 500) return { remedy: 'retry', text: 'A Meta está com um problema.', next: writeLater }
  return {
    remedy: 'final',
    text: 'A Meta não aceitou a mensagem.',
    next: 'Confira a mensagem e a configuração do canal.'
  }
}

/** The remedy for a failure, and one sentence with its next step, fit to be shown. */
export function remedyOf(failure: Pick<GraphFailure, 'code' | 'status'>): { remedy: Remedy; text: string } {
  const { remedy, text, next } = meaningOf(failure)
  return { remedy, text: `${text} ${next}` }
}
