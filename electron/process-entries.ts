import { fileURLToPath } from 'node:url'

/**
 * Files of the other processes, relative to a composition root: beside it once built (out/main/*.js), in
 * their folders when it runs from source.
 * @param root the root's `import.meta.url`
 */
export function processEntries(root: string) {
  const fromSource = root.endsWith('.ts')
  const at = (built: string, source: string) => new URL(fromSource ? source : built, root)
  return {
    dbWorker: at('./db-worker.js', './core/store/worker.ts'),
    keytar: at('./keytar-child.js', './core/keychain/keytar-child.ts'),
    service: at('./service.js', '../service/main.ts'),
    relay: at('./relay.js', '../relay/main.ts'),
    rendererDir: fileURLToPath(at('../renderer', '../out/renderer')),
  }
}
