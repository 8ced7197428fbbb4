import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { marksOf, readMarks } from '../marks-setting.ts'
import { isRequestTo, takeRequest } from '../requests.ts'
import { useClient } from '../pages/page.tsx'
import { createPageTab } from './page-tab.ts'
import { createPanelModel, type PanelModel, type PanelState } from './panel-model.ts'

export interface PageList {
  model: PanelModel
  state: PanelState
  /** Active tab in the window of the panel. */
  activeTab: number | null
}

/** Connects the panel's model to the browser: active tab, requests of menus, settings, and changes of the page. */
export function usePageList(): PageList {
  const client = useClient()
  const model = useMemo(
    () =>
      createPanelModel({
        client,
        page: createPageTab(chrome),
        session: chrome.storage.session,
        now: Date.now,
      }),
    [client],
  )
  const state = useSyncExternalStore(model.subscribe, model.state)
  const [activeTab, setActiveTab] = useState<number | null>(null)

  useEffect(() => {
    const take = async () => {
      const request = await takeRequest(chrome.storage.session, 'panel')
      if (request) await model.scan(request.tabId, true)
    }
    let windowId: number | undefined
    const start = async () => {
      const [active] = await chrome.tabs.query({ active: true, currentWindow: true })
      windowId = active?.windowId
      setActiveTab(active?.id ?? null)
      model.setMarks(await readMarks(chrome.storage.local))
      await take()
    }
    void start()

    const changedSession = (changes: Record<string, chrome.storage.StorageChange>) => {
      if (isRequestTo('panel', changes)) void take()
    }
    const changedLocal = (changes: Record<string, chrome.storage.StorageChange>) => {
      const marks = marksOf(changes)
      if (marks !== undefined) model.setMarks(marks)
    }
    const activated = (info: { tabId: number; windowId: number }) => {
      if (windowId === undefined || info.windowId === windowId) setActiveTab(info.tabId)
    }
    const updated = (tabId: number) => {
      if (tabId === model.state().tabId) void model.checkPage()
    }
    chrome.storage.session.onChanged.addListener(changedSession)
    chrome.storage.local.onChanged.addListener(changedLocal)
    chrome.tabs.onActivated.addListener(activated)
    chrome.tabs.onUpdated.addListener(updated)
    chrome.tabs.onRemoved.addListener(updated)
    return () => {
      chrome.storage.session.onChanged.removeListener(changedSession)
      chrome.storage.local.onChanged.removeListener(changedLocal)
      chrome.tabs.onActivated.removeListener(activated)
      chrome.tabs.onUpdated.removeListener(updated)
      chrome.tabs.onRemoved.removeListener(updated)
    }
  }, [model])

  return { model, state, activeTab }
}
