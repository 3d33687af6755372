import type { Funnel, FunnelStep } from '../../../../services/leads/funnels/schema.ts'
import { Field } from '../../ui/Field.tsx'

type Props = {
  gone: readonly FunnelStep[]
  funnels: readonly Funnel[]
  /** Another name of the field's group than `moves`. */
  group?: string
}

/** Where the leads of steps that go are moved to: steps of the same kind. */
export const MoveFields = ({ gone, funnels, group = 'moves' }: Props) =>
  gone.map(({ key, name, kind }) => {
    const options = funnels.flatMap(funnel =>
      funnel.steps
        .filter(step => step.kind === kind && !gone.some(each => each.key === step.key))
        .map(step => ({ value: step.key, label: `${step.name} (${funnel.name})` }))
    )
    return (
      <Field
        key={key}
        kind="choice"
        name={`${group}.${key}`}
        label={`Para onde vão os leads de ${name}`}
        help="Sem leads na etapa, deixe vazio."
        options={options}
      />
    )
  })
