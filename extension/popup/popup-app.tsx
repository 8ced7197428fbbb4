import { useLayoutEffect, useRef, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { clipboardPlates } from '#shared/domain/plates/list.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { extensionText } from '#shared/text/extension.ts'
import { Gate, Head } from '../pages/gate.tsx'
import { isRequestTo, takeRequest } from '../requests.ts'
import { type OpenedOver, PlateLookup } from './plate-lookup.tsx'
import './popup.css'

export interface StartingText {
  /** Text of the field. */
  text: string
  /** Plates to choose from, if the selection has several. */
  offered: readonly string[]
  /** True if the selected text has no plate. */
  without: boolean
}

/** Longest line, in characters, that may be a mistyped plate. */
const MAX_REPAIRABLE = 24

/** Initial content of the popup, from the selection in the page. */
export function startingText(selection: string): StartingText {
  const line = selection.trim()
  const vrms = clipboardPlates(selection)?.vrms ?? []
  const [only, ...more] = vrms
  if (only !== undefined && more.length === 0)
    return { text: displayPlate(only), offered: [], without: false }
  if (only !== undefined) return { text: '', offered: vrms, without: false }
  // The text is almost a plate: the field explains the error and offers corrections.
  if (line.length <= MAX_REPAIRABLE && understandPlateInput(line).kind === 'repair')
    return { text: line, offered: [], without: false }
  return { text: '', offered: [], without: line !== '' }
}

const NOTHING: StartingText = { text: '', offered: [], without: false }

export interface PopupAppProps {
  /** Text for which the popup was opened; `null` to read the selection of the page. */
  asked: string | null
}

/** The popup, from the plate selected in the page to its verdict. */
export function PopupApp({ asked }: PopupAppProps) {
  const [first] = useState(() => (asked === null ? NOTHING : startingText(asked)))
  const [tab, setTab] = useState<OpenedOver | null>(null)
  const [offered, setOffered] = useState(first)
  const [typed, setTyped] = useState(first.text)
  const hasTyped = useRef(false)

  // A layout effect runs before the first paint. A later effect would delay the verdict by a frame.
  useLayoutEffect(() => {
    const begin = (text: string) => {
      // Text that the user typed meanwhile has priority.
      if (hasTyped.current) return
      const start = startingText(text)
      setOffered(start)
      setTyped(start.text)
    }
    const start = async () => {
      const [active] = await chrome.tabs.query({ active: true, currentWindow: true })
      if (active?.id === undefined) return
      setTab({ id: active.id, windowId: active.windowId })
      if (asked === null) begin(await pageSelection(active.id))
    }
    void start()
    // The popup is already open, and the user asks again from the page.
    const changed = async (changes: Record<string, chrome.storage.StorageChange>) => {
      if (!isRequestTo('popup', changes)) return
      hasTyped.current = false
      const request = await takeRequest(chrome.storage.session, 'popup')
      if (request) begin(request.text)
    }
    const listener = (changes: Record<string, chrome.storage.StorageChange>) => void changed(changes)
    chrome.storage.session.onChanged.addListener(listener)
    return () => chrome.storage.session.onChanged.removeListener(listener)
  }, [asked])

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

/** Longer selections are cut, in characters: only plates are searched. */
const MAX_TEXT = 20_000

/**
 * Text selected in a tab: in the focused field, or else in the page. The press that opened the popup gives the
 * permission. `''` if the browser does not allow it.
 */
async function pageSelection(tabId: number): Promise<string> {
  try {
    const frames = await chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      func: selectedText,
      args: [MAX_TEXT],
    })
    return frames.map(({ result }) => result ?? '').find((text) => text.trim() !== '') ?? ''
  } catch {
    return ''
  }
}

/** Runs in the page, so it may use nothing of this module. */
function selectedText(maxText: number): string {
  const field = document.activeElement
  const isField =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'password')
  const selected =
    isField && field.selectionStart !== null
      ? field.value.slice(field.selectionStart, field.selectionEnd ?? 0)
      : ''
  return (selected === '' ? String(getSelection() ?? '') : selected).slice(0, maxText)
}
