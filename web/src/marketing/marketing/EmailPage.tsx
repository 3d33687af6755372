import { usePermitted } from '../../shell/access.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { marketingTabs } from './tabs.ts'

/** The mails that a company sends to many leads, and whom they come from. */
export default function EmailPage() {
  const may = usePermitted()
  const tabs = marketingTabs.filter(({ needs }) => may(needs))
  const current = useTab(tabs)
  const { Content, Primary } = tabs.find(({ key }) => key === current) ?? {}
  return (
    <>
      <PageHead title="E-mail" primary={Primary && <Primary />} />
      <Tabs tabs={tabs} label="E-mail" />
      {Content && <Content />}
    </>
  )
}
