import { dirname } from 'node:path'
import { currentSystem } from './core/instance/data-directory.ts'
import type { ManagedSettingsDeps } from './core/features/managed-settings/managed-settings.ts'
import { readPackagedEdition } from './packaged-edition.ts'
import { runProgram } from './this-installation.ts'

/**
 * Where this installation looks for an administrator's settings.
 * @param root `import.meta.url` of the composition root
 * @param isPackaged in Electron's own package, which is its program's directory
 */
export function managedSources(
  root: string,
  isPackaged = false,
): Pick<ManagedSettingsDeps, 'system' | 'installDir' | 'run'> {
  const edition = root.endsWith('.ts') ? null : readPackagedEdition(root)
  return {
    system: currentSystem(),
    installDir: edition?.installDir ?? (isPackaged ? dirname(process.execPath) : null),
    run: runProgram,
  }
}
