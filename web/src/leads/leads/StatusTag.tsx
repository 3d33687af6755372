import { type LeadStatus, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { Tag } from '../../ui/Tag.tsx'
import { statusTones } from '../../core/statusTones.ts'

export const StatusTag = ({ status }: { status: LeadStatus }) => (
  <Tag tone={statusTones[status]}>{statusLabels[status]}</Tag>
)
