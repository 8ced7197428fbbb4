import {
  CONTENT_FILE,
  type ContentAnswers,
  type ContentEvent,
  type ContentRequest,
  isContentEvent,
} from '../messages.ts'

/** Access to the page of a tab, through the content script. */
export interface PageTab {
  /**
   * Injects the content script into the readable frames. Rejects if the browser forbids it. @returns ids of the
   * frames
   */
  inject(tabId: number): Promise<number[]>
  /** Sends a request to every frame. */
  sendRequest(tabId: number, request: ContentRequest): void
  reveal(tabId: number, frameId: number, vrm: string): Promise<boolean>
  /** True if the content script is still in that frame. */
  isThere(tabId: number, frameId: number): Promise<boolean>
  onEvent(listener: (tabId: number, frameId: number, event: ContentEvent) => void): () => void
}

export function createPageTab(api: typeof chrome): PageTab {
  const ask = <T extends keyof ContentAnswers>(
    tabId: number,
    frameId: number,
    request: Extract<ContentRequest, { type: T }>,
  ): Promise<ContentAnswers[T] | undefined> => api.tabs.sendMessage(tabId, request, { frameId })

  return {
    async inject(tabId) {
      const target = { tabId, allFrames: true }
      const frames = await api.scripting.executeScript({ target, files: [CONTENT_FILE] })
      return frames.map(({ frameId }) => frameId)
    },
    sendRequest(tabId, request) {
      // The promise rejects if the page has gone.
      void Promise.resolve(api.tabs.sendMessage(tabId, request)).catch(() => {})
    },
    async reveal(tabId, frameId, vrm) {
      const answer = await ask<'content.reveal'>(tabId, frameId, { type: 'content.reveal', vrm }).catch(
        () => undefined,
      )
      return answer?.revealed === true
    },
    async isThere(tabId, frameId) {
      const answer = await ask<'content.selection'>(tabId, frameId, { type: 'content.selection' }).catch(
        () => undefined,
      )
      return answer !== undefined
    },
    onEvent(listener) {
      const heard = (message: unknown, sender: chrome.runtime.MessageSender) => {
        if (sender.id !== api.runtime.id || sender.tab?.id === undefined || !isContentEvent(message)) return
        listener(sender.tab.id, sender.frameId ?? 0, message)
      }
      api.runtime.onMessage.addListener(heard)
      return () => api.runtime.onMessage.removeListener(heard)
    },
  }
}
