import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { useMay } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Stage, Stages } from '../../../ui/Stages.tsx'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { stepsNow } from '../../funnels/steps.ts'
import { type LeadFilter, valuesOf } from '../filter.ts'
import { LostDialog, OwnerMenu, StatusMenu } from '../lazily.ts'
import { failed, NoneFound } from '../list/NoneFound.tsx'
import { NoLeads } from '../NoLeads.tsx'
import { useBookingOf } from '../useBookingOf.tsx'
import { useWon } from '../WonValue.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { BoardLoading } from './BoardLoading.tsx'
import { BoardFrame } from './boardStyle.ts'
import { makeDraggable } from './drag.ts'
import { onBoardKey } from './keys.ts'
import type { Move } from './moves.ts'
import { useBoard } from './useBoard.ts'

const nameOf = (key: string) => stepsNow().of(key).name
const isLost = (key: string) => stepsNow().of(key).kind === 'lost'

type Props = { filter: LeadFilter; phone: boolean; onClear: () => void }

/** The leads of a filter in a column for each status, where a card is moved by hand or through its menu. */
export function LeadBoard({ filter, phone, onClear }: Props) {
  const notify = useNotify()
  const timeZone = useTimeZone()
  const [changes, assigns] = [useMay('edit_leads'), useMay('assign_leads')]
  const { board, columns, more, busy, move } = useBoard(filter)
  const onWon = useWon()
  const { onMoved, dialog: booking } = useBookingOf()
  const [menu, setMenu] = useState<{ lead: Lead; button: HTMLElement } | null>(null)
  const [giving, setGiving] = useState<{ lead: Lead; button: HTMLElement } | null>(null)
  const [losing, setLosing] = useState<Move | null>(null)
  const [said, setSaid] = useState('')
  const frame = useRef<HTMLDivElement | null>(null)
  const latest = useRef(columns)
  latest.current = columns

  const send = useCallback(
    async (requested: Move) => {
      const { lead, from, to } = requested
      setSaid(`${lead.name} foi para ${nameOf(to)}`)
      try {
        await move(requested)
        onWon(lead, to)
        onMoved(lead, from, to)
      } catch (error) {
        const text = `${lead.name} voltou para ${nameOf(from)}. ${error instanceof Error ? error.message : ''}`
        setSaid(text)
        notify(text, { type: 'error', autoHideDuration: 8000 })
      }
    },
    [move, notify, onWon, onMoved]
  )

  const ask = useCallback(
    (requested: Move) =>
      isLost(requested.to) && requested.from !== requested.to ? setLosing(requested) : void send(requested),
    [send]
  )

  const shown = board.data !== undefined
  useEffect(() => {
    if (!changes || !shown || !frame.current) return
    return makeDraggable(frame.current, ({ id, ...drop }) => {
      const lead = latest.current.flatMap(({ leads }) => leads).find(each => each.id === id)
      if (lead) ask({ lead, ...drop })
    })
  }, [changes, shown, ask])

  const openMenu = useCallback((lead: Lead, button: HTMLElement) => setMenu({ lead, button }), [])
  const openOwner = useCallback((lead: Lead, button: HTMLElement) => setGiving({ lead, button }), [])

  function choose(to: string): void {
    if (!menu || to === menu.lead.status) return
    ask({ lead: menu.lead, from: menu.lead.status, to, above: null })
    // The card is rendered again in its column; the keyboard continues from there.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        frame.current?.querySelector<HTMLElement>(`[data-card="${menu.lead.id}"] [data-open]`)?.focus()
      )
    )
  }

  if (board.isPending) return <BoardLoading funnel={valuesOf(filter, 'funnel')[0]} />
  if (board.error && !board.data) return <Broken error={board.error} onRetry={board.refetch} />
  const { funnel, ...others } = filter
  if (columns.every(({ total }) => total === 0) && !funnel)
    return Object.keys(others).length > 0 ? (
      <NoneFound onClear={onClear} />
    ) : (
      <Card>
        <NoLeads />
      </Card>
    )

  const valued = columns.some(({ valueCents }) => valueCents !== null)

  return (
    <>
      <BoardFrame ref={frame} role="group" aria-label="Quadro de leads" onKeyDown={onBoardKey}>
        <Stages last={columns.length - 1}>
          {columns.map((column, at) => (
            <Stage key={column.status} at={at} waiting={<div data-column={column.status} />}>
              <BoardColumn
                column={column}
                valued={valued}
                busy={busy(column.status)}
                timeZone={timeZone}
                phone={phone}
                onMore={more}
                onMenu={changes ? openMenu : undefined}
                onOwner={assigns ? openOwner : undefined}
              />
            </Stage>
          ))}
        </Stages>
      </BoardFrame>
      <Box role="status" aria-live="polite" sx={visuallyHidden}>
        {said}
      </Box>
      <StatusMenu
        anchor={menu?.button ?? null}
        label={menu ? `Mover ${menu.lead.name} para` : 'Mover para'}
        current={menu?.lead.status}
        onClose={() => setMenu(null)}
        onChoose={choose}
      />
      {giving && <OwnerMenu lead={giving.lead} anchor={giving.button} onClose={() => setGiving(null)} />}
      {booking}
      {losing && (
        <LostDialog
          name={`o lead ${losing.lead.name}`}
          onClose={() => {
            setSaid(`${losing.lead.name} continua em ${nameOf(losing.from)}`)
            setLosing(null)
          }}
          onSubmit={lostReason => {
            setLosing(null)
            void send({ ...losing, lostReason })
          }}
        />
      )}
    </>
  )
}

const Broken = ({ error, onRetry }: { error: Error; onRetry: () => unknown }) => (
  <Card>
    <Failure title={failed} error={error} onRetry={() => void onRetry()} />
  </Card>
)
