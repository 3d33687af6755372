import { useQuery } from '@tanstack/react-query'
import type { AutomationKind } from '../../../../services/calendar/automations/rules.ts'
import type { Automation, AutomationChange, TriedAutomation } from '../../../../services/calendar/automations/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'

export type { Automation, TriedAutomation }

const path = '/api/whatsapp/automations'
const key = ['automations']

export const useAutomations = () => useQuery(read<Automation[]>(path, key))

type Change = AutomationChange & { kind: AutomationKind }

export const useAutomationSave = (onDone?: () => void) =>
  useWrite({
    write: ({ kind, ...change }: Change) => call<Automation>('PUT', `${path}/${kind}`, change),
    done: ({ active }) => (active ? 'Mensagem automática salva e ligada' : 'Mensagem automática salva, desligada'),
    ...(onDone && { onDone }),
    refreshes: [key, ['appointments']]
  })

/** Shows the message that a lead would get, without sending anything. */
export const useAutomationTry = (kind: AutomationKind) =>
  useWrite({ write: (leadId: string) => call<TriedAutomation>('POST', `${path}/${kind}/try`, { leadId }) })
