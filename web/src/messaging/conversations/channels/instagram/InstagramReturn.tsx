import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { loginTexts } from '../../../../../../services/messaging/channels/instagram/rules.ts'
import { PageHead } from '../../../../ui/PageHead.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import { ChannelTabs } from '../../ChannelTabs.tsx'
import { settingsOf } from '../../channelState.ts'
import { useShownChannel } from '../screen.ts'
import { useInstagramReturn } from './api.ts'
import { InstagramLogin } from './InstagramLogin.tsx'

/** Ends the connection that began at Instagram, and goes on to the settings. */
export function InstagramReturn() {
  const navigate = useNavigate()
  const { title } = useShownChannel()
  const [failure, setFailure] = useState('')
  const started = useRef(false)
  const finish = useInstagramReturn(error => {
    setFailure(error.message)
    return true
  })

  useEffect(() => {
    if (started.current) return
    started.current = true
    const query = new URLSearchParams(location.search)
    const [code, state] = [query.get('code'), query.get('state')]
    if (!code || !state) setFailure(loginTexts.denied)
    else finish.mutate({ code, state }, { onSuccess: () => void navigate(settingsOf('instagram'), { replace: true }) })
  }, [finish.mutate, navigate])

  return (
    <>
      <PageHead title={title} />
      <ChannelTabs />
      {failure ? (
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 760 }}>
          <Alert severity="error">{failure}</Alert>
          <InstagramLogin label="Tentar de novo" />
        </Box>
      ) : (
        <Box role="status" sx={{ display: 'grid', placeItems: 'center', gap: 2, py: 8 }}>
          <Spinner />
          Conectando o Instagram…
        </Box>
      )}
    </>
  )
}
