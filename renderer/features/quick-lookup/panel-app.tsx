import { useEffect, useRef, useState } from 'react'
import { ClipboardPaste, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { quickLookupText as text } from '#shared/text/hosts.ts'
import { Button } from '../../design/button.tsx'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { type Client, ClientContext } from '../../replica/client.ts'
import { useLink, useSlice } from '../../replica/use-replica.ts'
import { useAppearance } from '../../app/appearance.ts'
import { Announcer } from '../../app/announcer.tsx'
import { BrokenPage } from '../../app/page.tsx'
import { EnvironmentStrip } from '../../app/environment-strip.tsx'
import { LockGate } from '../lock/feature.ts'
import type { PanelHost } from './panel-host.ts'
import { QuickLookup } from './quick-lookup.tsx'
import '../../design/base.css'
import '../lookup/lookup.css'

/** Root of the panel's own page. */
export function PanelApp({ client, host }: { client: Client; host: PanelHost }) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!content.current) return
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) host.resize(Math.ceil(entry.borderBoxSize[0]?.blockSize ?? 0))
    })
    sizes.observe(content.current)
    return () => sizes.disconnect()
  }, [host])
  return (
    <ClientContext value={client}>
      <Appearance />
      <div className="panel-page">
        {/* As high as its content, whatever the height of the window. */}
        <div ref={content}>
          <ErrorBoundary fallback={<BrokenPage />}>
            <LockGate elsewhere>
              <EnvironmentStrip />
              <Panel host={host} />
              <Announcer />
            </LockGate>
          </ErrorBoundary>
        </div>
      </div>
    </ClientContext>
  )
}

function Appearance() {
  useAppearance()
  return null
}

function Panel({ host }: { host: PanelHost }) {
  const { link } = useLink()
  const store = useSlice('store')
  const { serial, clipboard, canAskClipboard } = useStore(host.shown)
  const [failed, setFailed] = useState(false)
  useEffect(() => setFailed(false), [serial])
  const isClosed = store !== null && store.state !== 'open'

  return (
    <main className="panel-page__main">
      <h1 className="visually-hidden">{text.title}</h1>
      {(link === 'lost' || link === 'closed') && (
        <Notice role="alert" icon={<Icon of={TriangleAlert} />}>
          {link === 'lost' ? text.lost : text.closed}
        </Notice>
      )}
      {isClosed && (
        <Notice role="alert" icon={<Icon of={TriangleAlert} />}>
          {text.storeClosed} {text.storeAdvice}
        </Notice>
      )}
      {failed && (
        <Notice role="alert" icon={<Icon of={TriangleAlert} />}>
          {text.notOpened}
        </Notice>
      )}
      <QuickLookup
        key={serial}
        clipboard={clipboard}
        onClose={() => void host.close()}
        onOpen={(place) => void host.open(place).then((opened) => setFailed(!opened))}
      >
        {canAskClipboard && (
          <div className="panel-page__ask">
            <Button size="low" icon={ClipboardPaste} onClick={() => void host.readClipboard()}>
              {text.readClipboard}
            </Button>
          </div>
        )}
      </QuickLookup>
    </main>
  )
}
