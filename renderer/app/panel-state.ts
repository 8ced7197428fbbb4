import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type ScreenAction, screenActions } from '../design/actions.tsx'
import { currentVisit } from './route.ts'

export type Panel = 'palette' | 'quick-lookup' | 'shortcuts' | 'add-resource' | 'help' | 'releases'

interface OpenPanel {
  open: Panel | null
  text: string
  /** Actions of the page when the panel was opened. */
  actions: readonly ScreenAction[]
}

const NONE: OpenPanel = { open: null, text: '', actions: [] }
const store = createStore<OpenPanel>(() => NONE)

/** @param text initial text of the panel's field */
export function openPanel(panel: Panel, text = '') {
  const visit = currentVisit()
  const onThisPage = ({ run, ...action }: ScreenAction) => ({
    ...action,
    run: () => currentVisit() === visit && run(),
  })
  const actions = panel === 'palette' ? screenActions().map(onThisPage) : []
  store.setState({ open: panel, text, actions })
}
export const closePanel = () => store.setState(NONE)
export const panelText = () => store.getState().text
export const panelActions = () => store.getState().actions
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
