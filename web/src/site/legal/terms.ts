import type { LegalText } from './text.ts'

export const terms: LegalText = {
  title: 'Termos de uso',
  intro: 'Estes termos valem para as empresas que usam a Prosa e para as pessoas que elas convidam.',
  sections: [
    {
      title: 'O serviço',
      paragraphs: [
        'A Prosa recebe, organiza e ajuda a responder os contatos de clientes (leads) de pequenas empresas. O código do sistema é aberto e pode ser instalado por qualquer pessoa, nos termos da sua licença.'
      ]
    },
    {
      title: 'Conta e acesso',
      paragraphs: [
        'Quem cria a conta declara que pode agir em nome da empresa e que os dados informados são verdadeiros. Cada pessoa usa o próprio acesso e cuida da própria senha; o administrador da empresa responde por quem convida.'
      ]
    },
    {
      title: 'Teste, planos e preços',
      paragraphs: [
        'O teste é gratuito, dura o número de dias informado na criação da conta e não exige cartão. Os planos, os seus limites e os preços são os publicados na página inicial.',
        'Ao passar do limite de leads do plano, os novos leads continuam a ser recebidos e ficam retidos até o mês seguinte ou até a mudança de plano. Mudar para um plano menor não apaga nada.'
      ]
    },
    {
      title: 'Dados pessoais',
      paragraphs: [
        'A empresa é a controladora dos dados dos seus leads e se compromete a tratá-los conforme a LGPD: a ter base legal para cada uso, a atender os pedidos dos titulares e a enviar comunicações somente a quem consentiu. A Prosa atua como operadora, seguindo as instruções da empresa e a política de privacidade.'
      ]
    },
    {
      title: 'Uso correto',
      paragraphs: [
        'Não é permitido usar a Prosa para enviar mensagens não solicitadas, para enganar pessoas, para atividades ilegais ou para tentar acessar dados de outras empresas. Em caso de abuso, o acesso pode ser suspenso, com aviso do motivo.'
      ]
    },
    {
      title: 'Disponibilidade e responsabilidade',
      paragraphs: [
        'Trabalhamos para que o serviço esteja sempre disponível, mas interrupções podem ocorrer. Respondemos pelos danos que causarmos, nos limites da lei.'
      ]
    },
    {
      title: 'Encerramento',
      paragraphs: [
        'A empresa pode encerrar a conta quando quiser e levar os seus dados. Depois do encerramento, os dados são apagados no prazo de retenção, salvo o que a lei mandar guardar.'
      ]
    },
    {
      title: 'Mudanças e foro',
      paragraphs: [
        'Mudanças importantes nestes termos são avisadas com antecedência. Aplica-se a lei brasileira, e o foro é o do domicílio do consumidor, quando houver relação de consumo.'
      ]
    }
  ]
}
