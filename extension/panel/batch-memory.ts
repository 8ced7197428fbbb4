/** The batch of each tab, kept for the session: the panel or the background may be closed in the middle of it. */
export interface KeptBatch {
  id: string
  vrms: readonly string[]
}

type Area = Pick<chrome.storage.StorageArea, 'get' | 'set' | 'remove'>
const keyOf = (tabId: number) => `batch-${tabId}`

export const keepBatch = (session: Area, tabId: number, batch: KeptBatch): Promise<void> =>
  session.set({ [keyOf(tabId)]: batch })

export async function keptBatch(session: Area, tabId: number): Promise<KeptBatch | null> {
  const key = keyOf(tabId)
  return ((await session.get(key))[key] as KeptBatch | undefined) ?? null
}

export const forgetBatch = (session: Area, tabId: number): Promise<void> => session.remove(keyOf(tabId))
