import type { ComponentType } from 'react'
import { PageHead } from '../../ui/PageHead.tsx'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { QueuesPanel } from './QueuesPanel.tsx'

const tabs = [
  { key: 'filas', label: 'Filas' },
  { key: 'problemas', label: 'Problemas conhecidos' },
  { key: 'respostas', label: 'Respostas prontas' },
  { key: 'numeros', label: 'Números' },
  { key: 'prazos', label: 'Prazos' }
]

const panels: Record<string, ComponentType> = {
  filas: QueuesPanel,
  problemas: pageOnDemand(() => import('./tools/IssuesPanel.tsx')),
  respostas: pageOnDemand(() => import('./tools/CannedPanel.tsx')),
  numeros: pageOnDemand(() => import('./tools/FiguresPanel.tsx')),
  prazos: pageOnDemand(() => import('./tools/ClocksPanel.tsx'))
}

/** The tickets of all companies, and what staff answer them with. */
export default function DeskPage() {
  const Panel = panels[useTab(tabs)] ?? QueuesPanel
  return (
    <>
      <PageHead title="Chamados" />
      <Tabs tabs={tabs} label="Chamados" />
      <Panel />
    </>
  )
}
