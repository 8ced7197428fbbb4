import { dirname, resolve } from 'node:path'
import { MANAGED_LEVELS } from '#shared/bridge/managed.ts'
import { checkAdminFileText as text, managedProblemPlace } from '#shared/text/managed.ts'
import { managedProblemWords } from '#shared/text/setting-texts.ts'
import type { ManagedSettingsDeps } from './core/features/managed-settings/managed-settings.ts'
import { readManagedFileAt } from './core/features/managed-settings/sources.ts'
import { currentSystem } from './core/instance/data-directory.ts'
import { readPackagedEdition } from './packaged-edition.ts'
import { runProgram } from './this-installation.ts'

/**
 * Places where this installation looks for the administrator's settings.
 * @param root `import.meta.url` of the composition root
 * @param isPackaged true in Electron's package, whose settings are beside its program
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

/**
 * Checks an administrator's file: prints the accepted settings, and each error with its place.
 * @returns exit code: 0 without errors, 1 with errors, 2 without a file
 */
export async function checkAdminFile(
  given: string,
  printLine: (line: string) => void,
  uid: number | null = process.getuid?.() ?? null,
): Promise<0 | 1 | 2> {
  const path = resolve(given)
  const reading = await readManagedFileAt(path, 'system-file', { uid })
  if (reading === null) {
    printLine(text.absent(path))
    return 2
  }
  const { problems, isWhole, unread } = reading
  printLine(path)
  for (const level of MANAGED_LEVELS) {
    const settings = Object.entries(reading[level])
    if (settings.length > 0) printLine(`\n${text[level]}`)
    for (const [key, value] of settings) printLine(`  ${key} = ${JSON.stringify(value)}`)
  }
  if (problems.length > 0) printLine(`\n${text.problems}`)
  for (const problem of problems)
    printLine(`  ${managedProblemPlace(problem) || text.whole}: ${managedProblemWords(problem)}`)
  if (!isWhole) printLine(`\n${text.broken}`)
  if (unread.length > 0) printLine(`\n${text.unread(unread)}`)
  const taken = MANAGED_LEVELS.reduce((sum, level) => sum + Object.keys(reading[level]).length, 0)
  printLine(`\n${text.done(taken, problems.length)}`)
  return problems.length === 0 ? 0 : 1
}
