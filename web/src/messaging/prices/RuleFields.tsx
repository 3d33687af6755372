import { Field } from '../../ui/Field.tsx'

/** The rules that a card has besides its prices. */
export const RuleFields = () => (
  <>
    <Field
      name="freeService"
      as="rules.freeServiceMessages"
      kind="number"
      label="Respostas grátis por número e mês"
      help="Vazio, todas as respostas são grátis."
      longest={7}
    />
    <Field name="utilityCharged" kind="switch" label="Utilidade é paga também dentro da janela de 24 horas" />
  </>
)
