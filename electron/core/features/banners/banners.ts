import * as z from 'zod'
import type { Banner } from '#shared/bridge/slices.ts'
import type { Store } from '../../store/store.ts'

const KEY = 'dismissed-notices'
const dismissedSchema = z.array(z.string()).catch([])

/** Incidents with this PC's data that are not dismissed yet. */
export async function loadBanners(store: Store): Promise<Banner[]> {
  const [kept, dismissed] = await Promise.all([store.setAsideFiles(), readDismissed(store)])
  return kept
    .map(({ path, at }): Banner => ({ id: path, kind: 'store-set-aside', at, path }))
    .filter(({ id }) => !dismissed.includes(id))
}

export async function dismissBanner(store: Store, id: string): Promise<void> {
  const dismissed = await readDismissed(store)
  await store.call('setMeta', KEY, JSON.stringify([...dismissed, id]))
}

async function readDismissed(store: Store): Promise<string[]> {
  return dismissedSchema.parse(JSON.parse((await store.call('meta', KEY)) ?? '[]'))
}
