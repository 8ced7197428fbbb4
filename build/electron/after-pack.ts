import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AfterPackContext } from 'electron-builder'
import plist from 'plist'
import { setFuses } from './fuses.ts'

/** Resources of an unpacked application. */
export function resourcesOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  if (electronPlatformName !== 'darwin') return join(appOutDir, 'resources')
  return join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
}

/** What Electron starts when there is no ASAR of ours; electron-builder leaves it in a distribution given as a folder. */
export async function afterExtract({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  const resources =
    electronPlatformName === 'darwin'
      ? join(appOutDir, 'Electron.app', 'Contents', 'Resources')
      : join(appOutDir, 'resources')
  await rm(join(resources, 'default_app.asar'), { force: true })
  await rm(join(appOutDir, 'version'), { force: true })
}

/** Last step before signing: the fuses are part of what is signed. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  if (context.electronPlatformName === 'darwin') await refuseArbitraryLoads(context)
  await setFuses(binaryOf(context))
}

/** The file that has the fuses; on macOS the application. */
export function binaryOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, (packager as unknown as { executableName: string }).executableName)
}

/** electron-builder lets the system's own network code load anything over HTTP; loopback is all that updates need. */
async function refuseArbitraryLoads(context: AfterPackContext): Promise<void> {
  const path = join(resourcesOf(context), '..', 'Info.plist')
  const info = plist.parse(await readFile(path, 'utf8')) as { [key: string]: plist.PlistValue }
  info['NSAppTransportSecurity'] = { NSAllowsLocalNetworking: true }
  await writeFile(path, plist.build(info))
}
