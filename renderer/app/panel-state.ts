import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type ScreenAction, screenActions } from '../design/actions.tsx'
import { currentVisit } from './route.ts'

export type Panel =
  'palette' | 'quick-lookup' | 'shortcuts' | 'add-resource' | 'help' | 'releases' | 'attention'

interface OpenPanel {
  open: Panel | null
  text: string
  /** Actions of the page when the panel was opened, and that visit of the page. */
  actions: readonly ScreenAction[]
  visit: number
}

const NONE: OpenPanel = { open: null, text: '', actions: [], visit: 0 }
const store = createStore<OpenPanel>(() => NONE)

/** @param text initial text of the panel's field */
export const openPanel = (panel: Panel, text = '') =>
  store.setState({
    open: panel,
    text,
    actions: panel === 'palette' ? screenActions() : [],
    visit: currentVisit(),
  })
export const closePanel = () => store.setState(NONE)
/**
 * Takes what is typed while the open panel loads, as the initial text of its field. Otherwise the letters would go to
 * the page behind.
 */
export function TypeAhead({ open = true }: { open?: boolean }) {
  useLayoutEffect(() => {
    if (!open) return
    const take = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey } = event
      event.preventDefault()
      event.stopImmediatePropagation()
      if (key === 'Escape') return closePanel()
      // AltGr, which types `@`, is reported as Ctrl and Alt on Windows.
      const types = key.length === 1 && ctrlKey === altKey && !metaKey
      store.setState(({ text }) => ({
        text: key === 'Backspace' ? text.slice(0, -1) : types ? text + key : text,
      }))
    }
    addEventListener('keydown', take, { capture: true })
    return () => removeEventListener('keydown', take, { capture: true })
  }, [open])
  return null
}
export const panelText = () => store.getState().text
export const openedPanel = () => store.getState()
export const useOpenPanel = () => useStore(store, (state) => state.open)

const help = createStore<{ topic: string | null }>(() => ({ topic: null }))

/**
 * Opens the help.
 * @param topic such as `incident:seizure`, even an unknown one; `null` for the index
 */
export function openHelp(topic: string | null) {
  help.setState({ topic })
  openPanel('help')
}

/** Topic on screen: the topic that the help was opened with, until the user chooses another. */
export const useHelpTopic = () => useStore(help, (state) => state.topic)
export const showHelpTopic = (topic: string | null) => help.setState({ topic })
