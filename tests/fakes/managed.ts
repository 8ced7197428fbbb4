import {
  createManagedSettings,
  type ManagedSettings,
} from '#electron/core/features/managed-settings/managed-settings.ts'
import { readManagedFile } from '#electron/core/features/managed-settings/sources.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import type { ManagedValues } from '#shared/bridge/settings.ts'

/** An administrator's file, as a core of the tests is given it. */
export function managedBy(
  dataDir: string,
  file: { mandatory?: object; recommended?: object } | string,
): Promise<ManagedSettings> {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return createManagedSettings({
    dataDir,
    log: createLog(() => undefined),
    readings: [readManagedFile(text, 'system-file', '/etc/ventanilla/administrador.json')],
  })
}

export const mandatory = (values: ManagedValues) => ({ mandatory: values })
