import type { PowerMonitor } from 'electron'
import type { Core } from '../core/core.ts'

/**
 * Nothing is asked while the PC sleeps: with the network going away it would only look as if the service were down.
 * A locked one goes on, so that whoever comes back finds everything as it is; coming back has a look at once. The
 * windows are locked with either, where the office wants it.
 */
export function followPower(powerMonitor: Pick<PowerMonitor, 'on'>, core: Pick<Core, 'power'>): void {
  const awake = () => core.power('awake')
  powerMonitor.on('suspend', () => core.power('asleep'))
  powerMonitor.on('lock-screen', () => core.power('locked'))
  powerMonitor.on('resume', awake)
  powerMonitor.on('unlock-screen', awake)
}
