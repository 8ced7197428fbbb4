import type { Replica } from '../replica/slices.ts'

/** Another version of the application has taken over: the files of this page are of the one before. */
export function startReloadAfterUpdate(replica: Replica, reload: () => void): void {
  let first: string | undefined
  replica.subscribe(({ slices }) => {
    first ??= slices?.updates.version
    if (slices && slices.updates.version !== first) reload()
  })
}
