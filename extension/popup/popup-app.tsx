import { useLayoutEffect, useRef, useState } from 'react'
import { extensionText } from '#shared/text/extension.ts'
import { Gate } from '../pages/gate.tsx'
import { Head } from '../pages/head.tsx'
import { isRequestTo, takeRequest } from '../requests.ts'
import { pageSelection } from './page-selection.ts'
import { type OpenedOver, PlateLookup } from './plate-lookup.tsx'
import { type StartingText, startingText } from './starting-text.ts'
import './popup.css'

const NOTHING: StartingText = { text: '', offered: [], without: false }

/** The popup: from the plate selected in the page to its verdict. */
export function PopupApp() {
  const [tab, setTab] = useState<OpenedOver | null>(null)
  const [offered, setOffered] = useState(NOTHING)
  const [typed, setTyped] = useState('')
  const hasTyped = useRef(false)

  // At once: an effect after the first picture would hold the verdict back by a frame.
  useLayoutEffect(() => {
    const begin = (text: string) => {
      // What the user types meanwhile comes first.
      if (hasTyped.current) return
      const start = startingText(text)
      setOffered(start)
      setTyped(start.text)
    }
    const fromRequest = async (): Promise<boolean> => {
      const request = await takeRequest(chrome.storage.session, 'popup')
      if (request) begin(request.text)
      return request !== null
    }
    const start = async () => {
      const [asked, [active]] = await Promise.all([
        fromRequest(),
        chrome.tabs.query({ active: true, currentWindow: true }),
      ])
      if (active?.id === undefined) return
      setTab({ id: active.id, windowId: active.windowId })
      if (!asked) begin(await pageSelection(active.id))
    }
    void start()
    // Already open, and asked from the page again.
    const changed = (changes: Record<string, chrome.storage.StorageChange>) => {
      if (!isRequestTo('popup', changes)) return
      hasTyped.current = false
      void fromRequest()
    }
    chrome.storage.session.onChanged.addListener(changed)
    return () => chrome.storage.session.onChanged.removeListener(changed)
  }, [])

  return (
    <>
      <Head title={extensionText.name} />
      <main>
        <Gate eager>
          <PlateLookup
            typed={typed}
            offered={offered}
            tab={tab}
            onType={(text) => {
              hasTyped.current = true
              setTyped(text)
              if (text === '') setOffered((before) => ({ ...before, without: false }))
            }}
          />
        </Gate>
      </main>
    </>
  )
}
