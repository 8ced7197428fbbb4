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
  /** In the field. */
  text: string
  /** Plates to choose from, where there are several. */
  offered: readonly string[]
  /** Something was selected, and no plate in it. */
  without: boolean
}

/** Longer lines are no mistyped plate. */
const MAX_REPAIRABLE = 24

/** Initial content of the popup, from the selection in the page. */
export function startingText(selection: string): StartingText {
  const line = selection.trim()
  const vrms = clipboardPlates(selection)?.vrms ?? []
  const [only, ...more] = vrms
  if (only !== undefined && more.length === 0)
    return { text: displayPlate(only), offered: [], without: false }
  if (only !== undefined) return { text: '', offered: vrms, without: false }
  // Almost a plate: the field explains the error and offers corrections.
  if (line.length <= MAX_REPAIRABLE && understandPlateInput(line).kind === 'repair')
    return { text: line, offered: [], without: false }
  return { text: '', offered: [], without: line !== '' }
}

const NOTHING: StartingText = { text: '', offered: [], without: false }

export interface PopupAppProps {
  /** Text that the popup was opened for; `null` for the selection of the page. */
  asked: string | null
}

/** The popup: from the plate selected in the page to its verdict. */
export function PopupApp({ asked }: PopupAppProps) {
  const [first] = useState(() => (asked === null ? NOTHING : startingText(asked)))
  const [tab, setTab] = useState<OpenedOver | null>(null)
  const [offered, setOffered] = useState(first)
  const [typed, setTyped] = useState(first.text)
  const hasTyped = useRef(false)

  // Before the first picture: an effect after it would hold the verdict back by a frame.
  useLayoutEffect(() => {
    const begin = (text: string) => {
      // Text typed meanwhile has priority.
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
    // Already open, and asked from the page again.
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

/** Longer selections are cut: a plate is looked for, not read. */
const MAX_TEXT = 20_000

/**
 * Text that the user has selected in a tab: in the focused field, or else in the page. The press that opened the
 * popup gives the permission. `''` if the browser does not allow it.
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

/** Runs in the page: it may use nothing from here. */
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
