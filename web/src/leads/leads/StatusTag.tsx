import { type LeadStatus, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { statusTones } from '../../core/statusTones.ts'
import { Tag } from '../../ui/Tag.tsx'

export const StatusTag = ({ status }: { status: LeadStatus }) => (
  <Tag tone={statusTones[status]}>{statusLabels[status]}</Tag>
)
