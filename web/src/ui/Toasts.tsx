import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import SnackbarContent from '@mui/material/SnackbarContent'
import { useEffect, useState } from 'react'
import {
  type NotificationPayload,
  useNotificationContext,
  useNotify,
  useTakeUndoableMutation,
  useTranslate
} from 'react-admin'
import { takeMessage } from '../core/handover.ts'
import { bottomMenuHeight } from './frame.ts'

/**
 * The messages of react-admin's `notify`, and those that the page before has left. The newest is shown at once: an
 * error must not wait behind a success.
 */
export function Toasts() {
  const { notifications, setNotifications } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const notify = useNotify()
  const translate = useTranslate()
  const [shown, setShown] = useState<NotificationPayload | null>(null)
  const { undoable, autoHideDuration = 5000, messageArgs } = shown?.notificationOptions ?? {}
  // Those that the newest replaces can no longer be taken back.
  const replaced = [shown, ...notifications.slice(0, -1)].filter(each => each?.notificationOptions?.undoable).length

  useEffect(() => {
    const message = takeMessage()
    if (message) notify(message.title, { type: message.tone })
  }, [notify])

  useEffect(() => {
    const newest = notifications.at(-1)
    if (!newest) return
    for (let n = 0; n < replaced; n++) takeMutation()?.({ isUndo: false })
    setShown(newest)
    // Not `takeNotification`: it loses what is added between its drawing and this.
    setNotifications(waiting => waiting.filter(each => !notifications.includes(each)))
  }, [notifications, replaced, takeMutation, setNotifications])

  function close(isUndo: boolean): void {
    if (undoable) takeMutation()?.({ isUndo })
    setShown(null)
  }

  const message = shown && (typeof shown.message === 'string' ? translate(shown.message, messageArgs) : shown.message)
  const tone = shown && shown.type !== 'info' ? shown.type : null
  return (
    <Box component="section" aria-label="Avisos">
      <Snackbar
        open={shown !== null}
        autoHideDuration={autoHideDuration}
        onClose={(_event, reason) => reason !== 'clickaway' && close(false)}
        sx={{ bottom: { xs: `calc(${bottomMenuHeight + 12}px + env(safe-area-inset-bottom))`, md: 24 } }}
      >
        {shown ? (
          <SnackbarContent
            role={shown.type === 'error' ? 'alert' : 'status'}
            message={message}
            action={
              undoable && (
                <Button size="small" color="inherit" onClick={() => close(true)}>
                  {translate('ra.action.undo')}
                </Button>
              )
            }
            sx={{
              maxWidth: 'min(560px, calc(100vw - 32px))',
              ...(tone && { bgcolor: `${tone}.main`, color: `${tone}.contrastText` })
            }}
          />
        ) : undefined}
      </Snackbar>
    </Box>
  )
}
