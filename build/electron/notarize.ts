import { join } from 'node:path'
import { notarize as submit } from '@electron/notarize'
import type { AfterPackContext } from 'electron-builder'

/** Says who notarises: a profile of the keychain, or a key of App Store Connect. By Apple's own names. */
const CREDENTIALS = {
  profile: ['APPLE_KEYCHAIN_PROFILE'],
  key: ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
} as const

export interface NotarizeDeps {
  env: NodeJS.ProcessEnv
  submit: typeof submit
  say(line: string): void
}

/**
 * Has Apple check a signed application, and attaches its ticket. Without any credentials says so and goes on: macOS
 * refuses to open what comes out. Credentials that are there in part are an error.
 */
export async function notarizeApplication(
  context: Pick<AfterPackContext, 'electronPlatformName' | 'appOutDir' | 'packager'>,
  deps: NotarizeDeps = { env: process.env, submit, say: (line) => void process.stderr.write(`${line}\n`) },
): Promise<void> {
  if (context.electronPlatformName !== 'darwin') return
  const appPath = join(context.appOutDir, `${context.packager.appInfo.productFilename}.app`)
  const { env } = deps
  const read = (names: readonly string[]) => names.map((name) => env[name] ?? '')
  const [keychainProfile = ''] = read(CREDENTIALS.profile)
  const [appleApiKey = '', appleApiKeyId = '', appleApiIssuer = ''] = read(CREDENTIALS.key)
  const key = [appleApiKey, appleApiKeyId, appleApiIssuer]
  if (keychainProfile !== '') return deps.submit({ appPath, keychainProfile })
  if (key.every((value) => value !== ''))
    return deps.submit({ appPath, appleApiKey, appleApiKeyId, appleApiIssuer })
  if (key.some((value) => value !== ''))
    throw new Error(`to notarise, all of ${CREDENTIALS.key.join(', ')} are needed`)
  deps.say(`not notarised: neither ${CREDENTIALS.profile[0]} nor ${CREDENTIALS.key.join(', ')} is set`)
}
