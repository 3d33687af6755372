import { Tag } from '../../ui/Tag.tsx'
import { useSteps } from '../funnels/steps.ts'

type Props = {
  /** The key of a step. */
  status: string
  /** Its name, for a step that the company no longer has. */
  name?: string | null | undefined
}

export function StatusTag({ status, name }: Props) {
  const step = useSteps().of(status, name)
  return <Tag tone={step.tone}>{step.name}</Tag>
}
