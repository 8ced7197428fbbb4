import { temporaryDataDir } from '#tests/fakes/application.ts'
import { startDesktop } from '#tests/fakes/electron/desktop.ts'
import { figure, type Figure } from './statistics.ts'

const STARTS = 10

/** The desktop's main process over the stand-in of Electron. Its bundle is evaluated before anything else begins. */
export async function desktopFigures(): Promise<Figure[]> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const dataDir = await temporaryDataDir()
    const desktop = startDesktop(dataDir.path)
    await desktop.shown()
    times.push(
      await desktop.main(() => performance.getEntriesByName('main bundle')[0]?.duration ?? Number.NaN),
    )
    await desktop.stop()
    await dataDir.remove()
  }
  return [figure('desktop: main bundle evaluated', 'ms', times, { target: 150 })]
}
