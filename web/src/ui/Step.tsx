import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { still } from './still.ts'

type StepProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

/** One of the small actions beside the name of what is edited. */
export const Step = ({ label, disabled = false, onClick, children }: StepProps) => (
  <Tooltip title={label}>
    <span>
      <IconButton aria-label={label} {...still(disabled, onClick)}>
        {children}
      </IconButton>
    </span>
  </Tooltip>
)
