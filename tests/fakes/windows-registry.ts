import { writeFile } from 'node:fs/promises'
import type { RunProgram } from '#electron/native-host/manifests/registry.ts'

export interface FakeRegistry {
  readonly run: RunProgram
  /** Every call, as it was made. */
  readonly calls: [string, ...string[]][]
  /** Default values by key. */
  readonly values: Map<string, string>
  /** What `export` writes of a key with all that is below it, after the line of its version. */
  readonly exports: Map<string, string>
  /** The administrator's policy. */
  refusesWrites: boolean
  /** The administrator closed the registry to every program. */
  isClosed: boolean
}

/** What `reg.exe` does with the default values of keys. */
export function createFakeRegistry(): FakeRegistry {
  const calls: [string, ...string[]][] = []
  const values = new Map<string, string>()
  const exports = new Map<string, string>()
  const registry = {
    calls,
    values,
    exports,
    refusesWrites: false,
    isClosed: false,
    async run(program: string, args: readonly string[]) {
      calls.push([program, ...args])
      const [verb, key = '', file = ''] = args
      if (registry.isClosed) return 1
      if (verb === 'query') return 0
      const tree = exports.get(key)
      if (verb === 'export' && tree !== undefined) {
        await writeFile(file, `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n${tree}`, 'utf16le')
        return 0
      }
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
