import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { dayAt } from '../../../../../services/core/zones/rules.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { FileInput } from '../../../ui/FileInput.tsx'
import { spanText } from '../../appointments/words.ts'
import { useFileCheck } from '../api.ts'
import { addDays } from '../range.ts'
import { Warnings } from './Warnings.tsx'

/** Days ahead that are shown. */
const ahead = 60

/** Shows the times that a calendar's file would block, before anything is subscribed to. */
export function FileCheck() {
  const input = useRef<HTMLInputElement>(null)
  const zone = useTimeZone()
  const check = useFileCheck()
  const from = dayAt(Date.now(), zone)
  const read = async ([file]: File[]) => {
    if (file && !check.isPending) check.mutate({ text: await file.text(), from, to: addDays(from, ahead) })
  }
  const { data: seen } = check
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button aria-busy={check.isPending} sx={{ ml: -1 }} onClick={() => input.current?.click()}>
        Conferir um arquivo
      </Button>
      <FileInput input={input} single accept=".ics,text/calendar" onFiles={files => void read(files)} />
      {seen && (
        <Box role="status" sx={{ width: '100%' }}>
          {seen.times.length === 0
            ? `Este arquivo não ocupa nenhum horário nos próximos ${ahead} dias.`
            : `Nos próximos ${ahead} dias este arquivo ocupa:`}
          <Box component="ul" tabIndex={0} sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 220, overflowY: 'auto' }}>
            {seen.times.map(time => (
              <li key={time.start}>{spanText(time, zone)}</li>
            ))}
          </Box>
          <Warnings warnings={seen.warnings} zone={zone} />
        </Box>
      )}
    </Box>
  )
}
