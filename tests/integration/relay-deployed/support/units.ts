import { readFileSync } from 'node:fs'
import { builtFile } from '../../relay/support/relay.ts'
import { given } from './programs.ts'

/** Values of a setting of a shipped unit. */
export const settingOf = (unit: string, name: string): string[] =>
  readFileSync(given(unit), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))

/** Command line of the service, with the programs and directories of the test in the place of an office's. */
export function serviceCommand(stateDirectory: string, options: readonly string[]): string[] {
  const [command = ''] = settingOf('ventanilla-relay.service', 'ExecStart')
  return command.split(' ').flatMap((word) => {
    if (word === '/usr/bin/node') return process.execPath
    if (word === '/opt/ventanilla-relay/out/main/relay.js') return builtFile('relay')
    if (word === '$RELAY_OPTIONS') return options
    return word.replace('%S/ventanilla-relay', stateDirectory)
  })
}
