import { FolderOpen, Inbox, Signature } from 'lucide-react'
import { comingText, viewTitles } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { openRoute } from '../../ui-state/route.ts'
import { Page } from '../frame/page.tsx'

const ICONS = { procedures: FolderOpen, signatures: Signature, news: Inbox } as const

/** A section that a later version brings: one sentence of what it will be, and nothing pretending. */
export function ComingPage({ view }: { view: keyof typeof ICONS }) {
  const Icon = ICONS[view]
  return (
    <Page title={viewTitles[view]}>
      <Calm
        icon={<Icon aria-hidden="true" />}
        title={comingText[view].title}
        actions={<Button onClick={() => openRoute({ view: 'lookup' })}>{comingText.action}</Button>}
      >
        <p>{comingText[view].body}</p>
      </Calm>
    </Page>
  )
}
