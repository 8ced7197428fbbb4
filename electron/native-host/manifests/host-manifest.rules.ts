import { CHROME_ID, FIREFOX_ID, HOST_NAME, type Browser } from '#shared/host-protocol/protocol.ts'

/** Text of the manifest that leads a browser to our launcher, and lets our extension alone use it. */
export function hostManifest(browser: Browser, launcher: string): string {
  const manifest = {
    name: HOST_NAME,
    description: 'Ventanilla',
    path: launcher,
    type: 'stdio',
    ...(browser === 'firefox'
      ? { allowed_extensions: [FIREFOX_ID] }
      : { allowed_origins: [`chrome-extension://${CHROME_ID}/`] }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Whose a manifest is. `ours`: as it is written now. `stale`: ours, of another version. `other`: leads elsewhere, or
 * cannot be read.
 */
export function ownerOf(text: string, browser: Browser, launcher: string): 'ours' | 'stale' | 'other' {
  if (text === hostManifest(browser, launcher)) return 'ours'
  try {
    const { path } = JSON.parse(text) as { path?: unknown }
    return path === launcher ? 'stale' : 'other'
  } catch {
    return 'other'
  }
}
