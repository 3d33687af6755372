import MailIcon from '@mui/icons-material/MarkEmailReadOutlined'
import NoPhoneIcon from '@mui/icons-material/PhoneDisabledOutlined'
import PhoneIcon from '@mui/icons-material/PhoneEnabledOutlined'
import NoMailIcon from '@mui/icons-material/UnsubscribeOutlined'
import Box from '@mui/material/Box'

/** Whether the person may be written to and called, a sign for each channel. */
export function Consent({ given }: { given: boolean }) {
  const text = given ? 'Aceitou receber comunicações por email e telefone' : 'Não aceitou receber comunicações'
  return (
    <Box
      component="span"
      role="img"
      aria-label={text}
      title={text}
      sx={{
        display: 'inline-flex',
        gap: 0.5,
        verticalAlign: 'middle',
        color: given ? 'success.main' : 'text.disabled',
        '& svg': { fontSize: 18 }
      }}
    >
      {given ? <MailIcon /> : <NoMailIcon />}
      {given ? <PhoneIcon /> : <NoPhoneIcon />}
    </Box>
  )
}
