import { useState } from 'react'
import { request } from '../../core/http.ts'
import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'

/** Leaves the waiting list by the link in a mail: a press, since programs open links too. */
export function LeaveWait({ token }: { token: string }) {
  const [state, setState] = useState<'waiting' | 'busy' | 'left' | string>('waiting')
  if (state === 'left') return <Notice tone="success">Você saiu da lista de espera.</Notice>
  const leave = async () => {
    if (state === 'busy') return
    setState('busy')
    try {
      await request(`/public/booking/waitlist/${encodeURIComponent(token)}`, { method: 'DELETE' })
      setState('left')
    } catch (error) {
      setState(error instanceof Error ? error.message : 'Tente novamente em alguns instantes.')
    }
  }
  return (
    <Notice tone="warning" title="Lista de espera">
      <p>{state === 'waiting' || state === 'busy' ? 'Você espera por um horário desta agenda.' : state}</p>
      <button
        type="button"
        className={`${controls.button} ${controls.secondary}`}
        aria-busy={state === 'busy'}
        onClick={() => void leave()}
      >
        Sair da lista de espera
      </button>
    </Notice>
  )
}
