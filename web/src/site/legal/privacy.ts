import type { LegalText } from './text.ts'

export const privacy: LegalText = {
  title: 'Política de privacidade',
  intro:
    'Esta política explica quais dados pessoais a Prosa trata, para quê, por quanto tempo e como você exerce os seus direitos, conforme a Lei Geral de Proteção de Dados (Lei nº 13.709/2018).',
  sections: [
    {
      title: 'Quem decide e quem executa',
      paragraphs: [
        'Quando você envia um formulário a uma empresa que usa a Prosa, essa empresa é a controladora dos seus dados: ela decide o que fazer com eles. Nós somos a operadora e tratamos os dados em nome dela, seguindo as suas instruções.',
        'Quando você cria uma conta na Prosa ou fala conosco pela página de contato, somos nós os controladores desses dados.'
      ]
    },
    {
      title: 'Que dados tratamos',
      paragraphs: [
        'De quem envia um formulário: nome, e-mail, telefone, mensagem, preferências de contato, os campos que a empresa tiver criado, a decisão sobre receber comunicações, a data, o endereço IP e o navegador usados no envio.',
        'De quem usa a Prosa: nome, e-mail, telefone, senha (guardada apenas como um resumo que não permite recuperá-la), registros de acesso e das ações feitas no sistema.'
      ]
    },
    {
      title: 'Para que usamos e com que base',
      paragraphs: [
        'Para responder ao pedido que você fez e às etapas que antecedem um contrato (art. 7º, V).',
        'Para enviar comunicações, somente quando você consentiu (art. 7º, I). O consentimento é registrado com o texto que foi mostrado, a data e a decisão, e pode ser retirado a qualquer momento.',
        'Para manter o sistema seguro e cumprir obrigações legais, como a guarda de registros de acesso por seis meses (Lei nº 12.965/2014, art. 15).'
      ]
    },
    {
      title: 'Com quem compartilhamos',
      paragraphs: [
        'Com os prestadores necessários para o serviço funcionar, como hospedagem e envio de e-mails, nos limites dessa finalidade. Não vendemos dados pessoais.',
        'Quando a empresa conecta canais de terceiros, como WhatsApp, Instagram ou um provedor de inteligência artificial, as mensagens desses canais passam também por eles.'
      ]
    },
    {
      title: 'Por quanto tempo guardamos',
      paragraphs: [
        'Enquanto a conta da empresa estiver ativa ou enquanto a empresa precisar dos dados. Registros de acesso e de ações são apagados ao fim do prazo de retenção configurado. O que a lei manda guardar é guardado pelo prazo dela.'
      ]
    },
    {
      title: 'Como protegemos',
      paragraphs: [
        'Os dados de cada empresa são separados pelo próprio banco de dados, o acesso é por senha forte e, se você quiser, por verificação em duas etapas, e o que as pessoas fazem no sistema fica registrado de forma que uma alteração indevida apareça.'
      ]
    },
    {
      title: 'Seus direitos',
      paragraphs: [
        'Você pode confirmar se tratamos os seus dados, acessá-los, corrigi-los, pedir que sejam anonimizados ou apagados, levá-los para outro serviço, saber com quem foram compartilhados e retirar o consentimento (art. 18).',
        'Para dados enviados a uma empresa, abra a página Meus dados, com o CNPJ dela: você vê o que ela guarda, baixa, corrige, retira consentimentos e pede a exclusão. Para dados da sua conta, use a página de perfil ou escreva pela página de contato, com o assunto “Privacidade e dados pessoais”. Você também pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).'
      ]
    },
    {
      title: 'Cookies e armazenamento',
      paragraphs: [
        'A Prosa não usa cookies de publicidade nem recursos de terceiros. O navegador guarda apenas o que mantém você conectado e o rascunho do formulário que você estiver preenchendo.'
      ]
    },
    {
      title: 'Mudanças nesta política',
      paragraphs: ['Quando algo importante mudar, avisaremos nesta página e, se você tiver conta, por e-mail.']
    }
  ]
}
