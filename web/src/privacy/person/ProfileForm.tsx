import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Form, useNotify } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useUnsavedInSection } from '../../ui/Sections.tsx'
import { fieldErrors } from './api.ts'

type Values = Record<string, string>

type Props = {
  values?: Record<string, string | null>
  submit: string
  busy?: string
  /** Sends the values. The API's field errors appear at the fields, other failures as a message. */
  onSend: (values: Values) => Promise<unknown>
  /** Beside the button. */
  beside?: ReactNode
  children: ReactNode
}

const noText = (values: Record<string, unknown>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/** A form of the profile: fields one below the other, and a button. */
export function ProfileForm({ values, submit, busy = 'Salvando…', onSend, beside, children }: Props) {
  const notify = useNotify()

  async function send(typed: Record<string, unknown>) {
    try {
      await onSend(noText(typed))
    } catch (error) {
      try {
        return fieldErrors(error)
      } catch {
        notify(error instanceof Error ? error.message : String(error), { type: 'error' })
        return { root: '' }
      }
    }
  }

  return (
    <Form record={values ?? {}} onSubmit={send} sanitizeEmptyValues={false} noValidate>
      <UnsavedMark />
      <Box sx={{ display: 'grid', gap: 0.5, maxWidth: 480 }}>
        {children}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          <Send label={submit} busyLabel={busy} />
          {beside}
        </Box>
      </Box>
    </Form>
  )
}

function UnsavedMark() {
  useUnsavedInSection(useFormState().isDirty)
  return null
}

/** While it is busy it keeps its place and its focus. */
function Send({ label, busyLabel }: { label: string; busyLabel: string }) {
  const { isSubmitting } = useFormState()
  return (
    <Button
      type="submit"
      variant="contained"
      aria-disabled={isSubmitting || undefined}
      onClick={event => isSubmitting && event.preventDefault()}
    >
      {isSubmitting ? busyLabel : label}
    </Button>
  )
}
