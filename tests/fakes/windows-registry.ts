import { writeFile } from 'node:fs/promises'
import type { RunProgram } from '#electron/native-host/manifests/registry.ts'

export interface FakeRegistry {
  readonly run: RunProgram
  /** Every call, as it was made. */
  readonly calls: [string, ...string[]][]
  /** Default values by key. */
  readonly values: Map<string, string>
  /** The administrator's policy. */
  refusesWrites: boolean
}

/** What `reg.exe` does with the default values of keys. */
export function createFakeRegistry(): FakeRegistry {
  const calls: [string, ...string[]][] = []
  const values = new Map<string, string>()
  const registry = {
    calls,
    values,
    refusesWrites: false,
    async run(program: string, args: readonly string[]) {
      calls.push([program, ...args])
      const [verb, key = '', file = ''] = args
      if (verb === 'export') {
        const value = values.get(key)
        if (value === undefined) return 1
        const escaped = value.replaceAll(/[\\"]/g, String.raw`\$&`)
        const full = key.replace('HKCU', 'HKEY_CURRENT_USER')
        await writeFile(
          file,
          `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n[${full}]\r\n@="${escaped}"\r\n\r\n`,
          'utf16le',
        )
        return 0
      }
      if (registry.refusesWrites) return 1
      if (verb === 'add') values.set(key, args[args.indexOf('/d') + 1] ?? '')
      else if (verb === 'delete') values.delete(key)
      else return 1
      return 0
    },
  }
  return registry
}
