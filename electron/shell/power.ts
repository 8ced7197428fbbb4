import type { Event, PowerMonitor } from 'electron'
import type { Core } from '../core/core.ts'

/**
 * Pauses requests while the PC sleeps: with the network going away they would look like an outage of the
 * service. A locked PC continues, so that everything is current on return, which also fetches at once. Either
 * one locks the windows, if the office wants it.
 *
 * @param onShutdown the PC shuts down (Linux and macOS; Windows tells the window)
 */
export function followPower(
  powerMonitor: Pick<PowerMonitor, 'on'>,
  core: Pick<Core, 'power'>,
  onShutdown: () => void,
): void {
  const awake = () => core.power('awake')
  powerMonitor.on('suspend', () => core.power('asleep'))
  powerMonitor.on('lock-screen', () => core.power('locked'))
  powerMonitor.on('resume', awake)
  powerMonitor.on('unlock-screen', awake)
  // Its event is missing in Electron's types; prevented, the system waits for this process to end.
  powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault()
    onShutdown()
  })
}
