import { setTimeout as wait } from 'node:timers/promises'
import { builtVersion, startInstalled } from '#tests/fakes/installed-application.ts'
import { publish } from '#tests/fakes/installed-versions.ts'
import { startUpdateServer } from '#tests/fakes/update-server.ts'
import {
  enter,
  entryAddress,
  openWindow,
  type ApplicationWindow,
} from '#tests/fakes/window-of-application.ts'
import { figure, type Figure } from './statistics.ts'

const POLL_MS = 10

/** An update of the installed application, from its windows: until the new version answers, and how long none did. */
export async function updateFigures(rounds: number): Promise<Figure[]> {
  const web = await startUpdateServer()
  const installed = await startInstalled('0.1.0', web.url)
  const fetches: number[] = []
  const applied: number[] = []
  const away: number[] = []
  try {
    const address = await entryAddress(installed)
    const cookie = await enter(address)
    let window = await openWindow(address, cookie)
    for (let round = 1; round <= rounds; round++) {
      const version = `0.1.${round}`
      web.files.clear()
      await publish(web, version, { entries: await builtVersion(version, web.url) })
      await until(window, ({ phase }) => phase === 'idle')
      const fetchedAt = performance.now()
      await window.call('updates.look', {})
      await window.call('updates.download', {})
      await until(window, ({ phase }) => phase === 'ready')
      fetches.push(performance.now() - fetchedAt)

      const askedAt = performance.now()
      await window.call('updates.restart', {})
      let lastAt = performance.now()
      for (;;) {
        const answered = await state(window)
        if (answered?.version === version) break
        if (answered) lastAt = performance.now()
        else window = (await openWindow(address, cookie).catch(() => null)) ?? window
        if (performance.now() - askedAt > 60_000) throw new Error(installed.errors.join('\n'))
        await wait(POLL_MS)
      }
      applied.push(performance.now() - askedAt)
      away.push(performance.now() - lastAt)
    }
    window.close()
  } finally {
    await installed.remove()
    await web.close()
  }
  return [
    figure('update: found, downloaded, checked and unpacked (10 MB, loopback)', 'ms', fetches),
    figure('update: from «Reiniciar ahora» to the new version answering a window', 'ms', applied, {
      target: 5_000,
    }),
    figure('update: no version answers a window', 'ms', away, { target: 2_000 }),
  ]
}

/** Updates as the application shows them; `null` while it does not answer. */
async function state(window: ApplicationWindow) {
  const answer = await Promise.race([window.call('app.snapshot', {}), wait(200).then(() => null)]).catch(
    () => null,
  )
  return answer?.ok ? answer.value.slices.updates : null
}

async function until(
  window: ApplicationWindow,
  isSo: (updates: NonNullable<Awaited<ReturnType<typeof state>>>) => boolean,
): Promise<void> {
  for (;;) {
    const now = await state(window)
    if (now && isSo(now)) return
    if (now?.failure) throw new Error(`${now.failure.code}: ${now.failure.detail}`)
    await wait(POLL_MS)
  }
}
